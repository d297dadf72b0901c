// SPDX-License-Identifier: MIT
#include "programs/mcheck/commands/commands.hpp"

#include <algorithm>
#include <iostream>
#include <utility>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/commands/debugger.hpp"
#include "programs/mcheck/commands/draw_command.hpp"
#include "programs/mcheck/conflicts/conflicts_command.hpp"
#include "programs/mcheck/emit/convert_sleeps.hpp"
#include "programs/mcheck/emit/emit_gates.hpp"
#include "programs/mcheck/gate/gate_command.hpp"
#include "programs/mcheck/orders/missing_order.hpp"
#include "programs/mcheck/orders/orders_command.hpp"
#include "programs/mcheck/results/progress.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/search/program_client.hpp"
#include "programs/mcheck/supervise/program_check.hpp"
#include "programs/mcheck/supervise/signals.hpp"
#include "programs/mcheck/synth/synth_command.hpp"

namespace mcheck::command {
namespace {

bool contains_word(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

[[noreturn]] void throw_unknown(const std::string& what, const std::vector<std::string>& known,
                                const std::string& given, const std::string& option) {
  const std::string suggestion = nearest(given, known);
  std::vector<Remark> remarks = {{"known", listed(known)}};
  if (!suggestion.empty()) remarks.push_back({"try", option + " " + suggestion});
  throw UsageError{diagnostic(what, remarks)};
}

// The named test, or all tests.
std::vector<std::string> chosen_tests(const Invocation& invocation, const ProgramInfo& program) {
  std::vector<std::string> known = program.test_names();
  if (known.empty()) {
    throw UsageError{
        diagnostic("'" + invocation.program + "' has no tests",
                   {{"usually", "MCHECK_PROGRAM(name, \"one line\") { … } is missing"}})};
  }
  if (!invocation.test) return known;
  if (!contains_word(known, *invocation.test)) {
    throw_unknown("'" + invocation.program + "' has no test '" + *invocation.test + "'", known,
                  *invocation.test, "--test");
  }
  return {*invocation.test};
}

void check_strategy(const Invocation& invocation, const ProgramInfo& program) {
  const std::vector<std::string> known = program.strategy_names();
  if (known.empty() || contains_word(known, invocation.search.strategy)) return;
  throw_unknown("there is no strategy '" + invocation.search.strategy + "'", known,
                invocation.search.strategy, "--strategy");
}

// The result of a test that was not started before the stop: it says nothing about the test.
Result result_not_run(const Invocation& invocation, const ProgramInfo& program,
                      const std::string& test) {
  Result result;
  result.program = program.program;
  result.test = test;
  result.arguments = invocation.arguments;
  result.strategy = invocation.search.strategy;
  result.bound = invocation.search.bound;
  result.reason = "not run: interrupted";
  return result;
}

int run_explore(const Invocation& invocation) {
  ProgramInfo program = start_for_exploration(invocation);
  const std::vector<std::string> tests = chosen_tests(invocation, program);
  check_strategy(invocation, program);
  if (!invocation.checkpoint.empty() && tests.size() > 1) {
    throw UsageError{diagnostic("a checkpoint is for one test, and there are several",
                                {{"known", listed(tests)}, {"try", "--test " + tests.front()}})};
  }
  Report report(invocation, tests.size());
  for (const std::string& test : tests) {
    if (stop_signal() != 0) {
      report.add(result_not_run(invocation, program, test));
      continue;
    }
    ProgressLine line(progress_target(invocation.quiet, invocation.verbose),
                      invocation.search.bound);
    Result result = explore(invocation, program, test, line.callback());
    line.clear();
    add_missing_order(invocation, program, result);
    report.add(std::move(result));
  }
  return report.finish();
}

int run_replay(const Invocation& invocation) {
  const ProgramInfo program = query_program(invocation);
  if (invocation.test) static_cast<void>(chosen_tests(invocation, program));
  if (!invocation.gdb_script.empty()) write_gdb_script(invocation.gdb_script);
  if (invocation.gdb) {
    static_cast<void>(exploration_of(invocation, program));  // refuses what cannot be replayed
    exec_gdb(invocation);
  }
  if (invocation.emit_gates == "-")
    return emit_gates(invocation, program, replay(invocation, program))
               ? 0
               : exit_code(Verdict::kIncomplete);
  Report report(invocation, 1);
  Result result = replay(invocation, program);
  const bool emits = !invocation.emit_gates.empty();
  const Result replayed = emits ? result : Result{};
  report.add(std::move(result));
  const int code = report.finish();
  return emits && !emit_gates(invocation, program, replayed) ? exit_code(Verdict::kIncomplete)
                                                             : code;
}

void print_names(const std::string& title, const std::vector<ListEntry>& names) {
  std::size_t widest = 0;
  for (const ListEntry& each : names) widest = std::max(widest, columns_of(one_line(each.name)));
  std::cout << title << "\n";
  for (const ListEntry& each : names) {
    std::cout << "  " << padded(one_line(each.name), widest) << "  " << one_line(each.description)
              << "\n";
  }
}

int run_list(const Invocation& invocation) {
  const ProgramInfo program = query_program(invocation);
  print_names("tests of " + one_line(invocation.program), program.tests);
  print_names("strategies", program.strategies);
  return 0;
}

int run_doctor(const Invocation& invocation) {
  constexpr int kNotRepeatable = 4;
  const ProgramInfo program = query_program(invocation);
  bool ok = true;
  for (const std::string& test : chosen_tests(invocation, program)) {
    const Diagnosis diagnosis = diagnose(invocation, test);
    std::cout << one_line(test) << ": " << (diagnosis.ok ? "ok" : "not ok") << "\n";
    for (const std::string& line : diagnosis.lines) std::cout << "  " << one_line(line) << "\n";
    ok = ok && diagnosis.ok;
  }
  return ok ? 0 : kNotRepeatable;
}

}  // namespace

int run(const Invocation& invocation) {
  if (invocation.command == Command::kDraw) return run_draw(invocation);
  if (invocation.command == Command::kGate) return run_gate(invocation);
  const bool is_synth = invocation.command == Command::kSynth;
  if (is_synth && invocation.synth.replays) return run(replay_of(invocation));
  if (is_synth) return run_synth(invocation);
  check_program(invocation.program);
  switch (invocation.command) {
    case Command::kExplore: return run_explore(invocation);
    case Command::kReplay: return run_replay(invocation);
    case Command::kConflicts: return run_conflicts(invocation, chosen_tests);
    case Command::kConvertSleeps: {
      ProgramInfo program = query_program(invocation);
      const std::vector<std::string> tests = chosen_tests(invocation, program);
      return convert_sleeps(invocation, std::move(program), tests);
    }
    case Command::kOrders: return run_orders(invocation, chosen_tests);
    case Command::kList: return run_list(invocation);
    case Command::kDoctor: return run_doctor(invocation);
    case Command::kDraw:
    case Command::kSynth:
    case Command::kGate:
    case Command::kExplain: break;  // handled before, without a single program
  }
  return 0;
}

}  // namespace mcheck::command
