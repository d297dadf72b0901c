// SPDX-License-Identifier: MIT
#include "engine/host/process/program_options.hpp"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <utility>

#include "engine/host/search/exploration.hpp"
#include "engine/runtime/machine/perform.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/trace/failures/known_faults.hpp"

namespace mcheck {
namespace {

[[noreturn]] void refuse(const std::string& name, std::string_view value, const char* expected) {
  throw UsageError(name + " is '" + std::string(value) + "' where " + expected + " is expected");
}

template <class Number>
Number parse_number(const std::string& name, std::string_view text, const char* expected) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse(name, text, expected);
  return number;
}

double parse_seconds(const std::string& name, std::string_view text) {
  constexpr const char* kExpected = "a time such as 30s, 500ms or 2m";
  double unit = 1;
  std::string_view digits = text;
  for (const auto& [suffix, scale] :
       {std::pair{"ms", 1e-3}, std::pair{"s", 1.0}, std::pair{"m", 60.0}}) {
    if (!text.ends_with(suffix)) continue;
    unit = scale;
    digits.remove_suffix(std::string_view(suffix).size());
    break;
  }
  const auto number = parse_number<double>(name, digits, kExpected);
  if (!(number >= 0)) refuse(name, text, kExpected);
  return number * unit;
}

backtracking parse_backtracking(const std::string& name, std::string_view text) {
  if (text == "auto" || text == "automatic") return backtracking::automatic;
  if (text == "restore") return backtracking::restore;
  if (text == "rerun") return backtracking::rerun;
  refuse(name, text, "auto, restore or rerun");
}

isolation parse_isolation(const std::string& name, std::string_view text) {
  if (text == "auto" || text == "automatic") return isolation::automatic;
  if (text == "fork") return isolation::fork;
  if (text == "none") return isolation::none;
  refuse(name, text, "auto, fork or none");
}

reusing parse_reusing(const std::string& name, std::string_view text) {
  if (text == "auto") return reusing::automatic;
  if (text == "later") return reusing::later;
  if (text == "choice") return reusing::choice;
  refuse(name, text, "auto, later or choice");
}

memory_model parse_memory_model(const std::string& name, std::string_view text) {
  if (text == "auto") return memory_model::automatic;
  if (text == "sc") return memory_model::sc;
  if (text == "rc11") return memory_model::rc11;
  refuse(name, text, "auto, sc or rc11");
}

guarantee parse_guarantee(const std::string& name, std::string_view text) {
  if (text == "none") return guarantee::none;
  if (text == "obstruction-free") return guarantee::obstruction_free;
  if (text == "lock-free") return guarantee::lock_free;
  refuse(name, text, "lock-free, obstruction-free or none");
}

consistency parse_consistency(const std::string& name, std::string_view text) {
  if (text == "linearizable") return consistency::linearizable;
  if (text == "sequential") return consistency::sequential;
  if (text == "quiescent") return consistency::quiescent;
  refuse(name, text, "linearizable, sequential or quiescent");
}

void from_environment(const char* option,
                      const std::function<void(const std::string&, std::string_view)>& apply) {
  const std::string name = std::string("MCHECK_") + option;
  const char* value = std::getenv(name.c_str());
  if (value != nullptr && *value != '\0') apply(name, value);
}

// Sets `is_second` if the variable is set.
void choice_from_environment(const char* option, const char* first, const char* second,
                             bool& is_second) {
  from_environment(option, [&](const std::string& name, std::string_view text) {
    const std::string expected = std::string(first) + " or " + second;
    if (text != first && text != second) refuse(name, text, expected.c_str());
    is_second = text == second;
  });
}

std::string text_of_file(const std::string& name, std::string_view path) {
  std::ifstream file{std::string(path)};
  if (!file) refuse(name, path, "a file that can be read");
  return {std::istreambuf_iterator<char>(file), {}};
}

void nondet_from_environment(options& how) {
  from_environment("NONDET", [&](const std::string& name, std::string_view text) {
    constexpr const char* kExpected = "a number, or two: 0..1";
    const std::size_t dots = text.find("..");
    const bool one = dots == std::string_view::npos;
    how.nondet_from = parse_number<std::int16_t>(name, text.substr(0, dots), kExpected);
    how.nondet_to = how.nondet_from;
    if (!one) how.nondet_to = parse_number<std::int16_t>(name, text.substr(dots + 2), kExpected);
    if (how.nondet_to < how.nondet_from) refuse(name, text, kExpected);
  });
}

constexpr const char* kNatural = "a number from 0";

void judging_from_environment(options& how) {
  from_environment("FAIL_AT_STEPS", [&](auto&, std::string_view text) {
    how.fail_at_steps = text != "0" && text != "false";
  });
  from_environment("PROGRESS", [&](const std::string& name, std::string_view text) {
    how.progress = parse_guarantee(name, text);
  });
}

void files_from_environment(options& how) {
  from_environment("SUPPRESSIONS", [&](const std::string& name, std::string_view text) {
    const bool standard = text == "standard";
    how.suppressions = standard ? known_faults_as_suppressions() : text_of_file(name, text);
  });
  from_environment("SCHEDULE", [&](const std::string& name, std::string_view text) {
    how.schedule = text_of_file(name, text);
    how.schedule_file = text;
  });
  from_environment("QUANTIFIER", [&](const std::string& name, std::string_view text) {
    const auto wanted = parse_quantifier(text);
    if (!wanted) refuse(name, text, "for_all, for_some or exactly_one");
    how.quantifier = *wanted;
  });
}

// Other orders mean that they matter.
void memory_from_environment(options& how) {
  from_environment("ORDERS", [&](auto&, std::string_view text) {
    how.orders = text;
    how.memory = memory_model::rc11;
  });
  from_environment("MEMORY", [&](const std::string& name, std::string_view text) {
    how.memory = parse_memory_model(name, text);
  });
}

}  // namespace

options options_from_environment(options how) {
  judging_from_environment(how);
  nondet_from_environment(how);
  const auto natural = [](const char* option, std::uint64_t& into) {
    from_environment(option, [&](const std::string& name, std::string_view text) {
      into = parse_number<std::uint64_t>(name, text, kNatural);
    });
  };
  natural("EXECUTIONS", how.executions);
  natural("STEPS", how.steps);
  natural("STOP_AFTER", how.stop_after);
  natural("SEED", how.seed);
  from_environment("STRATEGY", [&](auto&, std::string_view text) { how.strategy = text; });
  from_environment("KEEP_GOING", [&](auto&, std::string_view text) {
    if (text != "0" && text != "false") how.stop_after = 0;
  });
  from_environment("BOUND", [&](const std::string& name, std::string_view text) {
    const std::size_t dots = text.find("..");
    const auto bound = [&](std::string_view number) {
      return static_cast<int>(parse_number<std::uint16_t>(name, number, kNatural));
    };
    how.bound_from = dots == std::string_view::npos ? -1 : bound(text.substr(0, dots));
    how.bound = bound(dots == std::string_view::npos ? text : text.substr(dots + 2));
  });
  from_environment("DEPTH", [&](const std::string& name, std::string_view text) {
    how.depth = parse_number<std::uint16_t>(name, text, kNatural);
  });
  from_environment("SPURIOUS", [&](const std::string& name, std::string_view text) {
    how.spurious = parse_number<std::uint16_t>(name, text, kNatural);
  });
  from_environment("TIME", [&](const std::string& name, std::string_view text) {
    how.seconds = parse_seconds(name, text);
  });
  from_environment("PATIENCE", [&](const std::string& name, std::string_view text) {
    how.patience = parse_seconds(name, text);
  });
  from_environment("MINIMISE", [&](const std::string& name, std::string_view text) {
    how.minimise = text == "off" ? 0 : parse_seconds(name, text);
  });
  from_environment("BACKTRACK", [&](const std::string& name, std::string_view text) {
    how.backtrack = parse_backtracking(name, text);
  });
  choice_from_environment("EXIT_STATUS", "zero", "any", how.any_exit_status);
  choice_from_environment("POINTS", "sync", "all", how.plain_points);
  choice_from_environment("RACES", "report", "ignore", how.ignore_races);
  choice_from_environment("LEAKS", "report", "ignore", how.ignore_leaks);
  choice_from_environment("SYMMETRY", "off", "on", how.symmetry);
  choice_from_environment("MISUSE", "warn", "strict", how.strict_misuse);
  memory_from_environment(how);
  choice_from_environment("ENDLESS", "report", "allow", how.allow_endless);
  from_environment("REUSE", [&](const std::string& name, std::string_view text) {
    how.reuse = parse_reusing(name, text);
  });
  files_from_environment(how);
  from_environment("ISOLATE", [&](const std::string& name, std::string_view text) {
    how.isolate = parse_isolation(name, text);
  });
  choice_from_environment("TIMEOUTS", "off", "on", how.timeouts);
  return how;
}

ProgramOptions parse_command_line(int argc, char** argv) {
  ProgramOptions options;
  options.how = options_from_environment();
  for (const char* name : {"STRATEGY", "BOUND"}) {
    from_environment(name, [&](auto&, auto) { options.search_is_given = true; });
  }
  from_environment("TEST", [&](auto&, std::string_view text) { options.test = text; });
  from_environment("FINAL_STATES", [&](auto&, std::string_view text) {
    options.final_states = text != "0" && text != "false";
  });
  from_environment("REPLAY", [&](auto&, std::string_view text) {
    options.task = ProgramOptions::Task::kReplay;
    options.schedule = text;
  });
  if (unmodified()) {  // all arguments belong to the program
    from_environment("JSON", [&](auto&, std::string_view text) { options.json = text; });
    options.arguments.assign(argv + 1, argv + argc);
    return options;
  }
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto value = [&] {
      if (i + 1 >= argc) throw UsageError(std::string(argument) + " needs a value");
      return std::string(argv[++i]);
    };
    if (argument == "--") {
      options.arguments.assign(argv + i + 1, argv + argc);
      break;
    }
    if (argument == "--test") {
      options.test = value();
    } else if (argument == "--replay") {
      options.task = ProgramOptions::Task::kReplay;
      options.schedule = value();
    } else if (argument == "--json") {
      options.json = value();
    } else if (argument == "--list") {
      options.task = ProgramOptions::Task::kList;
    } else if (argument == "--help" || argument == "-h") {
      options.task = ProgramOptions::Task::kHelp;
    } else {
      throw UsageError(
          "'" + std::string(argument) +
          "' is not understood\n  try      --help, or -- before arguments of the test");
    }
  }
  return options;
}

options options_from_json(const Json& json) {
  options how;
  how.strategy = json["strategy"].text(how.strategy);
  how.bound = static_cast<int>(json["bound"].integer(how.bound));
  how.bound_from = static_cast<int>(json["bound_from"].integer(how.bound_from));
  how.executions = json["executions"].natural(how.executions);
  how.seconds = json["seconds"].number(how.seconds);
  how.steps = json["steps"].natural(how.steps);
  how.fail_at_steps = json["fail_at_steps"].boolean(how.fail_at_steps);
  how.allow_endless = json["allow_endless"].boolean(how.allow_endless);
  how.stop_after = json["stop_after"].natural(how.stop_after);
  how.seed = json["seed"].natural(how.seed);
  how.depth = static_cast<unsigned>(json["depth"].natural(how.depth));
  how.spurious = static_cast<unsigned>(json["spurious"].natural(how.spurious));
  how.timeouts = json["timeouts"].boolean(how.timeouts);
  how.patience = json["patience"].number(how.patience);
  how.minimise = json["minimise"].number(how.minimise);
  how.any_exit_status = json["any_exit_status"].boolean(how.any_exit_status);
  how.plain_points = json["plain_points"].boolean(how.plain_points);
  how.ignore_races = json["ignore_races"].boolean(how.ignore_races);
  how.suppressions = json["suppressions"].text();
  how.schedule = json["schedule"].text();
  how.schedule_file = json["schedule_file"].text();
  how.quantifier =
      parse_quantifier(json["quantifier"].text("for_all")).value_or(quantifier::for_all);
  how.linearizable = json["linearizable"].boolean(how.linearizable);
  how.linearizable_waits = json["linearizable_waits"].boolean(how.linearizable_waits);
  how.condition = parse_consistency("consistency", json["consistency"].text("linearizable"));
  how.order_by_sleeps = json["order_by_sleeps"].boolean(how.order_by_sleeps);
  how.ignore_leaks = json["ignore_leaks"].boolean(how.ignore_leaks);
  how.strict_misuse = json["strict_misuse"].boolean(how.strict_misuse);
  how.memory = parse_memory_model("memory", json["memory"].text("auto"));
  how.orders = json["orders"].text();
  how.list_orders = json["list_orders"].boolean(false);
  how.symmetry = json["symmetry"].boolean(how.symmetry);
  how.nondet_from = static_cast<int>(json["nondet_from"].integer());
  how.nondet_to = static_cast<int>(json["nondet_to"].integer());
  how.reuse = parse_reusing("reuse", json["reuse"].text("auto"));
  how.reuse_size_classes = json["reuse_rooms"].natural();
  how.backtrack = parse_backtracking("backtrack", json["backtrack"].text("auto"));
  how.isolate = parse_isolation("isolate", json["isolate"].text("auto"));
  how.progress = parse_guarantee("progress", json["progress"].text("none"));
  return how;
}

}  // namespace mcheck
