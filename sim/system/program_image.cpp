// SPDX-License-Identifier: Apache-2.0
#include "sim/system/program_image.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sim/design/error.h"

namespace fy {

std::string hex(unsigned long long value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", value);
  return text;
}

std::optional<uint64_t> ProgramImage::symbol(const std::string& name) const {
  const auto found = symbols.find(name);
  if (found == symbols.end()) return std::nullopt;
  return found->second;
}

uint64_t ProgramImage::end() const {
  uint64_t last = 0;
  for (const Segment& segment : segments) {
    last = std::max(last, segment.address + segment.memory_bytes);
  }
  return last;
}

std::vector<uint8_t> read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw Error("cannot read " + path + ": " + std::strerror(errno));
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw Error("cannot read " + path + ": " + std::strerror(errno));
  return bytes;
}

ProgramImage load_program(const std::string& path, const std::string& table) {
  const std::vector<uint8_t> file = read_file(path);
  std::ifstream stream(table);
  if (!stream) throw Error("cannot read " + table + ", which says what to load of " + path);
  ProgramImage image;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string kind, name;
    uint64_t value = 0, bytes = 0, place = 0, file_bytes = 0;
    words >> kind >> value;
    if (kind == "entry") image.entry = value;
    if (kind == "symbol" && std::getline(words >> std::ws, name)) image.symbols[name] = value;
    if (kind != "segment") continue;
    words >> bytes >> place >> file_bytes;
    if (!words || place > file.size() || file.size() - place < file_bytes) {
      throw Error(path + " is not the file of " + table);
    }
    const uint8_t* from = file.data() + place;
    image.segments.push_back({value, bytes, {from, from + file_bytes}});
  }
  return image;
}

}  // namespace fy
