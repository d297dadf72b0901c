// SPDX-License-Identifier: MIT
#include "tests/support/oracle/sections.hpp"

#include <algorithm>
#include <array>

namespace sections {
namespace {

struct Thread {
  std::size_t at = 0;
  int r = 0;
  bool started = false;
  bool stopped = false;  // its assumption is false
  int waits = 0;         // 1 + the condition; -1: notified
};

struct MachineState {
  std::vector<Thread> threads;
  std::array<int, kObjects> x{};
  std::array<int, kObjects> owner{};  // 1 + the thread
};

enum class StepResult : std::uint8_t { kMoved, kBlocked, kFalseAssumption, kFailed };

class Machine {
 public:
  Machine(const Program& program, std::size_t max_states)
      : program_(program), max_states_(max_states) {}

  std::optional<Outcomes> run() {
    MachineState first;
    first.threads.resize(program_.threads.size());
    for (std::size_t t = 0; t < first.threads.size(); ++t) {
      first.threads[t].started = !is_started_by_statement(program_, t);
    }
    explore(first);
    return seen_.size() > max_states_ ? std::nullopt : std::optional(outcomes_);
  }

 private:
  void explore(const MachineState& machine_state) {
    if (seen_.size() > max_states_ || !seen_.insert(key_of(machine_state)).second) return;
    bool any_moved = false;
    bool assumed = false;
    for (std::size_t t = 0; t < machine_state.threads.size(); ++t) {
      assumed = assumed || machine_state.threads[t].stopped;
      if (!can_move(machine_state, t)) continue;
      MachineState next = machine_state;
      const StepResult result = move(next, t);
      assumed = assumed || result == StepResult::kFalseAssumption;
      any_moved = any_moved || result == StepResult::kMoved || result == StepResult::kFailed;
      if (result == StepResult::kMoved) explore(next);
    }
    if (!any_moved) note_end(machine_state, assumed);
  }

  [[nodiscard]] bool can_move(const MachineState& machine_state, std::size_t t) const {
    const Thread& thread = machine_state.threads[t];
    return thread.started && !thread.stopped && thread.at < program_.threads[t].size();
  }

  // Runs a whole section, or one statement.
  StepResult move(MachineState& machine_state, std::size_t t) {
    int depth = 0;
    do {
      const Word word = program_.threads[t][machine_state.threads[t].at].word;
      depth += word == Word::kBegin ? 1 : 0;
      depth -= word == Word::kEnd ? 1 : 0;
      const StepResult result = step(machine_state, t);
      if (result == StepResult::kFalseAssumption && depth == 0) {
        machine_state.threads[t].stopped = true;
        return StepResult::kMoved;
      }
      if (result != StepResult::kMoved) return result;
    } while (depth > 0);
    return StepResult::kMoved;
  }

  StepResult step(MachineState& machine_state, std::size_t t) {
    Thread& thread = machine_state.threads[t];
    const Statement& s = program_.threads[t][thread.at];
    const auto object = static_cast<std::size_t>(s.object);
    int& x = machine_state.x[object];
    int& owner = machine_state.owner[object];
    const int self = static_cast<int>(t) + 1;
    switch (s.word) {
      case Word::kLoad: thread.r = x; break;
      case Word::kStore: x = s.value; break;
      case Word::kAdd:
        thread.r = x;
        x += s.value;
        break;
      case Word::kLock:
        if (owner != 0) return StepResult::kBlocked;
        owner = self;
        break;
      case Word::kUnlock:
        if (owner == self) owner = 0;
        break;
      case Word::kWait: return wait(thread, s.object + 1);
      case Word::kNotify:
        for (Thread& other : machine_state.threads) {
          if (other.waits == s.object + 1) other.waits = -1;
        }
        break;
      case Word::kSpawn:
        machine_state.threads[static_cast<std::size_t>(s.value)].started = true;
        break;
      case Word::kAssume:
        if (thread.r != s.value) return StepResult::kFalseAssumption;
        break;
      case Word::kCheck:
        if (thread.r != s.value) break;
        outcomes_.failures.insert(place_text(t, thread.at, 0));
        return StepResult::kFailed;
      case Word::kBegin:
      case Word::kEnd: break;
    }
    ++thread.at;
    return StepResult::kMoved;
  }

  // In two steps: the thread begins to wait, and continues once it is notified.
  static StepResult wait(Thread& thread, int what) {
    if (thread.waits == what) return StepResult::kBlocked;
    if (thread.waits == 0) {
      thread.waits = what;
      return StepResult::kMoved;
    }
    thread.waits = 0;
    ++thread.at;
    return StepResult::kMoved;
  }

  void note_end(const MachineState& machine_state, bool assumed) {
    bool all_done = true;
    std::string where;
    std::string state;
    for (std::size_t t = 0; t < machine_state.threads.size(); ++t) {
      const Thread& thread = machine_state.threads[t];
      if (!thread.started) continue;
      const bool done = thread.at == program_.threads[t].size();
      all_done = all_done && done && !thread.stopped;
      where += place_text(t, thread.at, thread.r) + "; ";
      state += place_text(t, thread.at, thread.r) + "; ";
    }
    for (const int x : machine_state.x) state += std::to_string(x) + " ";
    if (all_done) {
      outcomes_.final_states.insert(state);
    } else if (!assumed) {
      outcomes_.deadlocks.insert(where);
    }
  }

  static std::string key_of(const MachineState& machine_state) {
    std::string key;
    const auto put = [&](int value) { key += std::to_string(value) + ","; };
    for (const Thread& thread : machine_state.threads) {
      put(static_cast<int>(thread.at));
      put(thread.r);
      put(thread.started ? 1 : 0);
      put(thread.stopped ? 1 : 0);
      put(thread.waits);
    }
    for (const int x : machine_state.x) put(x);
    for (const int owner : machine_state.owner) put(owner);
    return key;
  }

  const Program& program_;
  std::size_t max_states_;
  std::set<std::string> seen_;
  Outcomes outcomes_;
};

const char* name_of(Word word) {
  switch (word) {
    case Word::kLoad: return "load";
    case Word::kStore: return "store";
    case Word::kAdd: return "add";
    case Word::kLock: return "lock";
    case Word::kUnlock: return "unlock";
    case Word::kWait: return "wait";
    case Word::kNotify: return "notify";
    case Word::kSpawn: return "spawn";
    case Word::kAssume: return "assume";
    case Word::kCheck: return "check not";
    case Word::kBegin: return "begin";
    case Word::kEnd: return "end";
  }
  return "";
}

}  // namespace

bool is_started_by_statement(const Program& program, std::size_t thread) {
  return std::ranges::any_of(program.threads, [&](const std::vector<Statement>& statements) {
    return std::ranges::any_of(statements, [&](const Statement& s) {
      return s.word == Word::kSpawn && static_cast<std::size_t>(s.value) == thread;
    });
  });
}

bool has_assumptions(const Program& program) {
  return std::ranges::any_of(program.threads, [](const std::vector<Statement>& statements) {
    return std::ranges::any_of(statements,
                               [](const Statement& s) { return s.word == Word::kAssume; });
  });
}

std::string place_text(std::size_t thread, std::size_t at, int r) {
  return "thread " + std::to_string(thread) + " at " + std::to_string(at) + ": " +
         std::to_string(r);
}

std::string text(const Program& program) {
  std::string text;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    text += "thread " + std::to_string(t) + "\n";
    for (const Statement& s : program.threads[t]) {
      text += std::string("  ") + name_of(s.word) + " " + std::to_string(s.object) + " " +
              std::to_string(s.value) + "\n";
    }
  }
  return text;
}

std::string text(const Outcomes& outcomes) {
  std::string text;
  for (const std::string& each : outcomes.final_states) text += "ends    " + each + "\n";
  for (const std::string& each : outcomes.failures) text += "fails   " + each + "\n";
  for (const std::string& each : outcomes.deadlocks) text += "is stuck " + each + "\n";
  return text;
}

std::optional<Outcomes> outcomes_of(const Program& program, std::size_t max_states) {
  return Machine(program, max_states).run();
}

}  // namespace sections
