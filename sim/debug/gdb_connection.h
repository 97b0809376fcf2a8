// SPDX-License-Identifier: Apache-2.0
// Packets of the GDB remote serial protocol over one TCP connection.
#pragma once

#include <cstdint>
#include <string>

namespace fy {

// Answers.
inline const std::string kOk = "OK", kError = "E01";

enum class GdbInput { kPacket, kInterrupt, kClosed, kNothing };

class GdbConnection {
 public:
  // Of a listening socket, which is ours from now on. Waits for the debugger.
  explicit GdbConnection(int listening);
  ~GdbConnection();
  GdbConnection(const GdbConnection&) = delete;
  GdbConnection& operator=(const GdbConnection&) = delete;

  // The next thing that came; without `wait`, kNothing when there is none. Bytes that are no
  // packet are dropped, a packet with a wrong checksum or of more than kLongest bytes is refused.
  GdbInput next(std::string& packet, bool wait);
  void send(const std::string& packet);
  // Both sides leave out the acknowledgements from now on.
  void stop_acknowledging() { acknowledge_ = false; }

  static constexpr size_t kLongest = 16384;

 private:
  bool receive(bool wait);
  GdbInput parse(std::string& packet);
  void raw(const std::string& bytes);

  int socket_ = -1;
  bool acknowledge_ = true, closed_ = false;
  std::string input_, last_;
};

std::string to_hex(const uint8_t* data, size_t bytes);
// False when the text is not an even number of hexadecimal digits.
bool from_hex(const std::string& text, std::string& bytes);

}  // namespace fy
