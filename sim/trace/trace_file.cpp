// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_file.h"

#include <cerrno>
#include <cstring>

#include "sim/design/error.h"

namespace fy {

TraceFile::TraceFile(const std::string& path)
    : path_(path), partial_(path + ".partial"), file_(std::fopen(partial_.c_str(), "wb")) {
  if (file_ == nullptr) fail("cannot write the trace ");
}

TraceFile::~TraceFile() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  std::remove(partial_.c_str());
}

void TraceFile::fail(const char* what) { throw Error(what + path_ + ": " + std::strerror(errno)); }

void TraceFile::write(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    fail("cannot write the trace ");
  }
}

void TraceFile::finish() {
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0 || std::rename(partial_.c_str(), path_.c_str()) != 0) {
    fail("cannot write the trace ");
  }
}

}  // namespace fy
