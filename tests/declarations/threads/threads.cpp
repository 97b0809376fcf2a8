// SPDX-License-Identifier: Apache-2.0
// Traces and the debugger on the generated tables of a system, with a design that a bench plays:
// threads trace KONATA RETIREMENT PERFETTO, or threads debug PACKET... (prints what is answered).
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "sim/debug/debug_hart.h"
#include "sim/debug/gdb_server.h"
#include "sim/design/error.h"
#include "sim/host/host_agent.h"
#include "sim/trace/trace.h"

namespace fy {

namespace {

constexpr unsigned kThreadIsIn = 10;  // a0
constexpr uint64_t kInstruction = 0x13;

// A hart that does a step in a cycle. a0 holds the number of the thread.
class PlayedHart : public DebugHart {
 public:
  explicit PlayedHart(const HartTable& table, uint64_t pc) : table_(table), pc_(pc) {}

  bool decide(const std::set<uint64_t>&) override {
    if (goal_ == HartGoal::kStep && !stepped_) pc_ += 4, stepped_ = true;
    return false;
  }
  bool look() override { return false; }
  void go(HartGoal goal) override { goal_ = goal, stepped_ = false; }
  bool stands() const override { return goal_ == HartGoal::kStand; }
  bool reached() const override { return goal_ == HartGoal::kStep && stepped_; }
  bool at_breakpoint() const override { return false; }
  void pass_breakpoint() override {}
  uint64_t pc() const override { return pc_; }
  void set_pc(uint64_t pc) override { pc_ = pc; }
  uint64_t register_value(unsigned index) const override {
    return index == kThreadIsIn ? table_.thread : 0;
  }
  void set_register(unsigned, uint64_t) override {}
  std::optional<uint64_t> csr(unsigned) override { return std::nullopt; }
  bool set_csr(unsigned, uint64_t) override { return false; }
  unsigned privilege() const override { return 3; }
  void set_privilege(unsigned) override {}
  void refetch() override {}
  void begin_fence() override {}
  bool fencing() const override { return false; }

 private:
  const HartTable& table_;
  uint64_t pc_;
  HartGoal goal_ = HartGoal::kStand;
  bool stepped_ = false;
};

// Each entry of the table fetches, decodes, executes and retires one instruction, a cycle behind
// the entry before.
void trace(char** files) {
  Options options;
  options.trace.konata = files[0];
  options.trace.retirement = files[1];
  options.trace.perfetto = files[2];
  Simulation simulation(options.wave, 1);
  const std::unique_ptr<Trace> trace = make_trace(options, simulation);
  simulation.reset();
  const auto& names = tables().hart_values;
  auto* words = const_cast<uint64_t*>(simulation.design.inspect.harts);
  for (uint64_t cycle = 0; cycle < 16; cycle++) {
    for (size_t entry = 0; entry < tables().harts.size(); entry++) {
      const uint64_t pc = tables().reset_vector + 16 * entry, stage = cycle - entry;
      for (size_t value = 0; value < names.size(); value++) {
        const std::string name = names[value];
        uint64_t& word = words[entry * names.size() + value];
        word = 0;
        if (name == "fetch_fire") word = stage == 0;
        if (name == "fetch_offset") word = pc & 4095;
        if (name == "decode_valid" || name == "decode_ready") word = stage == 1;
        if (name == "decode_pc" || name == "pc") word = pc;
        if (name == "decode_instruction" || name == "instruction") word = kInstruction;
        if (name == "execute_advance") word = stage == 2;
        if (name == "valid") word = stage == 3;
        if (name == "privilege") word = 3;
      }
    }
    trace->settled();
    simulation.edge();
  }
  trace->finish(simulation.cycle);
}

// A socket that listens and one that is connected to it.
std::pair<int, int> connected() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;  // without a path: Linux chooses a name
  socklen_t size = sizeof(sa_family_t);
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0), client = socket(AF_UNIX, SOCK_STREAM, 0);
  auto* where = reinterpret_cast<sockaddr*>(&address);
  bool good = bind(listening, where, size) == 0 && listen(listening, 1) == 0;
  size = sizeof address;
  good = good && getsockname(listening, where, &size) == 0 && connect(client, where, size) == 0;
  if (!good) throw Error(std::string("no socket: ") + std::strerror(errno));
  return {listening, client};
}

void debug(char** packets, int count) {
  const auto [listening, client] = connected();
  for (int index = 0; index < count; index++) {
    uint8_t sum = 0;
    for (const char* at = packets[index]; *at != 0; at++) sum = static_cast<uint8_t>(sum + *at);
    const std::string text = std::string("$") + packets[index] + "#" + to_hex(&sum, 1);
    if (write(client, text.data(), text.size()) < 0) throw Error("the socket takes nothing");
  }
  const Options options;
  {
    System system(options, std::nullopt);
    HostAgent agent(system, options.quiet_limit);
    system.reset();
    GdbServer server(listening, system, agent);
    while (server.serve()) system.cycle();
  }
  char bytes[4096];
  for (ssize_t got; (got = read(client, bytes, sizeof bytes)) > 0;) {
    std::fwrite(bytes, 1, static_cast<size_t>(got), stdout);
  }
}

}  // namespace

std::unique_ptr<DebugHart> make_hart_debugger(Simulation&, const HartTable& hart,
                                              uint64_t reset_vector) {
  return std::make_unique<PlayedHart>(hart, reset_vector);
}

}  // namespace fy

int main(int count, char** arguments) {
  if (count == 5 && std::string(arguments[1]) == "trace") {
    fy::trace(arguments + 2);
  } else {
    fy::debug(arguments + 2, count - 2);
  }
}
