// SPDX-License-Identifier: Apache-2.0
// A file that grows during the run and has its name only when it is whole.
#pragma once

#include <cstdio>
#include <string>

namespace fy {

class TraceFile {
 public:
  // Throws Error when it cannot be written.
  explicit TraceFile(const std::string& path);
  ~TraceFile();
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;

  void write(const std::string& text);
  void finish();

 private:
  [[noreturn]] void fail(const char* what);

  std::string path_, partial_;
  std::FILE* file_;
};

}  // namespace fy
