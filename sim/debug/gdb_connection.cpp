// SPDX-License-Identifier: Apache-2.0
#include "sim/debug/gdb_connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

#include "sim/design/error.h"

namespace fy {

namespace {

constexpr char kDigits[] = "0123456789abcdef";
constexpr char kInterruptByte = '\x03', kEscape = '}';

int digit(char character) {
  const char* at = std::strchr(kDigits, std::tolower(static_cast<unsigned char>(character)));
  return character == 0 || at == nullptr ? -1 : static_cast<int>(at - kDigits);
}

std::string checksum(const std::string& text) {
  uint8_t sum = 0;
  for (const char character : text) sum = static_cast<uint8_t>(sum + character);
  return to_hex(&sum, 1);
}

}  // namespace

std::string to_hex(const uint8_t* data, size_t bytes) {
  std::string text;
  for (size_t index = 0; index < bytes; index++) {
    text += kDigits[data[index] >> 4];
    text += kDigits[data[index] & 15];
  }
  return text;
}

bool from_hex(const std::string& text, std::string& bytes) {
  bytes.clear();
  if (text.size() % 2 != 0) return false;
  for (size_t index = 0; index < text.size(); index += 2) {
    const int high = digit(text[index]), low = digit(text[index + 1]);
    if (high < 0 || low < 0) return false;
    bytes += static_cast<char>(high << 4 | low);
  }
  return true;
}

GdbConnection::GdbConnection(int listening) {
  do {
    socket_ = accept(listening, nullptr, nullptr);
  } while (socket_ < 0 && (errno == EINTR || errno == ECONNABORTED));
  if (socket_ < 0) throw Error(std::string("no debugger can connect: ") + std::strerror(errno));
  close(listening);
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

GdbConnection::~GdbConnection() { close(socket_); }

// False when nothing came.
bool GdbConnection::receive(bool wait) {
  pollfd what = {socket_, POLLIN, 0};
  if (poll(&what, 1, wait ? -1 : 0) <= 0) return wait && errno == EINTR;
  char bytes[4096];
  const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
  if (count > 0) input_.append(bytes, static_cast<size_t>(count));
  if (count == 0 || (count < 0 && errno != EINTR)) closed_ = true;
  return true;
}

GdbInput GdbConnection::next(std::string& packet, bool wait) {
  for (;;) {
    const GdbInput found = parse(packet);
    if (found != GdbInput::kNothing) return found;
    if (closed_) return GdbInput::kClosed;
    if (!receive(wait)) return GdbInput::kNothing;
  }
}

GdbInput GdbConnection::parse(std::string& packet) {
  while (!input_.empty()) {
    const char first = input_[0];
    if (first == '$') {
      const size_t end = input_.find('#');
      if (end == std::string::npos ? input_.size() > kLongest : end > kLongest) {
        input_.erase(0, end);
        raw("-");
        continue;
      }
      if (end == std::string::npos || input_.size() < end + 3) return GdbInput::kNothing;
      packet = input_.substr(1, end - 1);
      const bool good = !acknowledge_ || checksum(packet) == input_.substr(end + 1, 2);
      input_.erase(0, end + 3);
      if (acknowledge_) raw(good ? "+" : "-");
      if (good) return GdbInput::kPacket;
      continue;
    }
    input_.erase(0, 1);
    if (first == '-' && acknowledge_) raw(last_);
    if (first == kInterruptByte) return GdbInput::kInterrupt;
  }
  return GdbInput::kNothing;
}

void GdbConnection::send(const std::string& packet) {
  std::string text;
  for (const char character : packet) {
    if (std::strchr("#$}*", character) != nullptr && character != 0) {
      text += kEscape;
      text += static_cast<char>(character ^ 0x20);
    } else {
      text += character;
    }
  }
  last_ = "$" + text + "#" + checksum(text);
  raw(last_);
}

void GdbConnection::raw(const std::string& bytes) {
  size_t sent = 0;
  while (!closed_ && sent < bytes.size()) {
    const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count > 0) sent += static_cast<size_t>(count);
    if (count < 0 && errno != EINTR) closed_ = true;
  }
}

}  // namespace fy
