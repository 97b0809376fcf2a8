// SPDX-License-Identifier: Apache-2.0
#include "sim/system/options.h"

#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "sim/design/error.h"

namespace fy {

namespace {

uint64_t number(const std::string& option, const std::string& text) {
  size_t used = 0;
  uint64_t value = 0;
  try {
    value = std::stoull(text, &used, 0);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size() || text[0] == '-') {
    throw Error(option + " wants a number, not '" + text + "'");
  }
  return value;
}

// Lines `counter NAME ADDRESS` and `snapshot ADDRESS`.
void read_counters(const std::string& path, Options& options) {
  std::ifstream stream(path);
  if (!stream) throw Error("cannot read the names of the counters " + path);
  std::string line;
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::string kind, name, address;
    words >> kind >> name >> address;
    if (kind == "counter") options.counters.push_back({name, number(kind, address)});
    if (kind == "snapshot") options.counter_snapshot = number(kind, name);
  }
}

void read_strap(const std::string& text, Options& options) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) throw Error("--strap wants NAME=VALUE, not '" + text + "'");
  const std::string name = text.substr(0, equals);
  options.straps.emplace_back(name, number("--strap " + name, text.substr(equals + 1)));
}

void read_own(const std::string& text, Options& options) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) throw Error("--own wants NAME=VALUE, not '" + text + "'");
  options.own[text.substr(0, equals)] = text.substr(equals + 1);
}

}  // namespace

Options parse_options(int count, char** arguments) {
  Options options;
  const auto text = [](std::string& to) {
    return [&to](const std::string&, const std::string& value) { to = value; };
  };
  const auto wide = [](uint64_t& to) {
    return [&to](const std::string& name, const std::string& value) { to = number(name, value); };
  };
  const auto small = [](unsigned& to) {
    return [&to](const std::string& name, const std::string& value) {
      to = static_cast<unsigned>(number(name, value));
    };
  };
  using Setter = std::function<void(const std::string&, const std::string&)>;
  const std::map<std::string, Setter> setters = {
      {"--image", text(options.image)},
      {"--input", text(options.input)},
      {"--argument", [&options](const std::string&,
                                const std::string& value) { options.arguments.push_back(value); }},
      {"--output", text(options.output)},
      {"--console", text(options.console)},
      {"--keyboard", [&options](const std::string&,
                                const std::string& value) { options.keyboard = value == "1"; }},
      {"--capture", text(options.capture)},
      {"--json", text(options.json)},
      {"--signature", text(options.signature)},
      {"--signature-granularity", small(options.signature_granularity)},
      {"--wave", text(options.wave.file)},
      {"--wave-from", wide(options.wave.from)},
      {"--wave-to", wide(options.wave.to)},
      {"--trace-konata", text(options.trace.konata)},
      {"--trace-perfetto", text(options.trace.perfetto)},
      {"--trace-retirement", text(options.trace.retirement)},
      {"--trace-listing", text(options.trace.listing)},
      {"--trace-from", wide(options.trace.from)},
      {"--trace-to", wide(options.trace.to)},
      {"--seed", wide(options.seed)},
      {"--cycles", wide(options.cycle_limit)},
      {"--quiet-limit", wide(options.quiet_limit)},
      {"--stall-limit", wide(options.stall_limit)},
      {"--hold", text(options.hold)},
      {"--hold-from", wide(options.hold_from)},
      {"--gdb", small(options.gdb)},
      {"--end-at", wide(options.end_at)},
      {"--reset-at", wide(options.reset_at)},
      {"--strap",
       [&options](const std::string&, const std::string& value) { read_strap(value, options); }},
      {"--own",
       [&options](const std::string&, const std::string& value) { read_own(value, options); }},
      {"--counters",
       [&options](const std::string&, const std::string& path) { read_counters(path, options); }},
  };
  for (int index = 1; index < count; index++) {
    const std::string argument = arguments[index];
    if (argument.rfind("--", 0) != 0) {
      if (!options.program.empty()) throw Error("two programs given; one is run");
      options.program = argument;
      continue;
    }
    const auto setter = setters.find(argument);
    if (setter == setters.end()) throw Error("unknown option " + argument);
    if (++index == count) throw Error(argument + " wants a value");
    setter->second(argument, arguments[index]);
  }
  if (options.program.empty()) throw Error("no program given");
  return options;
}

}  // namespace fy
