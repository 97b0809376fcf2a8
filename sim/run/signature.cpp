// SPDX-License-Identifier: Apache-2.0
#include "sim/run/signature.h"

#include <cstdio>
#include <vector>

#include "sim/design/error.h"
#include "sim/host/host_services.h"

namespace fy {

Signature find_signature(const ProgramImage& program, const std::string& path) {
  const auto begin = program.symbol("begin_signature"), end = program.symbol("end_signature");
  if (!begin || !end) {
    const char* missing = begin ? "end_signature" : "begin_signature";
    throw Error(path + " has no symbol " + missing + "; --signature wants a program with " +
                "begin_signature and end_signature (do not strip it)");
  }
  if (*end <= *begin) {
    throw Error(path + " has no signature: begin_signature is " + hex(*begin) +
                ", end_signature is " + hex(*end) + "; put the second behind the first");
  }
  return {*begin, *end - *begin};
}

void write_signature(const Signature& signature, unsigned granularity, HostAgent& agent,
                     const std::string& file) {
  std::vector<uint8_t> data(signature.bytes);
  if (!agent.read(signature.address, data.data(), data.size())) {
    throw Error("the signature at " + hex(signature.address) + " could not be read: memory " +
                "answered with an error");
  }
  data.resize((data.size() + granularity - 1) / granularity * granularity);
  std::string text;
  for (size_t word = 0; word < data.size(); word += granularity) {
    for (size_t byte = granularity; byte-- > 0;) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02x", data[word + byte]);
      text += digits;
    }
    text += '\n';
  }
  write_file(file, text.data(), text.size());
}

}  // namespace fy
