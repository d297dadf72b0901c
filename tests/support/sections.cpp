// SPDX-License-Identifier: MIT
#include "tests/support/sections.hpp"

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

struct World {
  std::vector<Thread> threads;
  std::array<int, kObjects> x{};
  std::array<int, kObjects> owner{};  // 1 + the thread
};

enum class Came : std::uint8_t { kOn, kBlocked, kAssumed, kFailed };

class Machine {
 public:
  Machine(const Program& program, std::size_t most) : program_(program), most_(most) {}

  std::optional<Outcomes> run() {
    World first;
    first.threads.resize(program_.threads.size());
    for (std::size_t t = 0; t < first.threads.size(); ++t) {
      first.threads[t].started = !is_started_by_statement(program_, t);
    }
    explore(first);
    return seen_.size() > most_ ? std::nullopt : std::optional(outcomes_);
  }

 private:
  void explore(const World& world) {
    if (seen_.size() > most_ || !seen_.insert(key_of(world)).second) return;
    bool moved = false;
    bool assumed = false;
    for (std::size_t t = 0; t < world.threads.size(); ++t) {
      assumed = assumed || world.threads[t].stopped;
      if (!can_move(world, t)) continue;
      World next = world;
      const Came came = move(next, t);
      assumed = assumed || came == Came::kAssumed;
      moved = moved || came == Came::kOn || came == Came::kFailed;
      if (came == Came::kOn) explore(next);
    }
    if (!moved) note_end(world, assumed);
  }

  [[nodiscard]] bool can_move(const World& world, std::size_t t) const {
    const Thread& thread = world.threads[t];
    return thread.started && !thread.stopped && thread.at < program_.threads[t].size();
  }

  // Runs a whole section, or one statement.
  Came move(World& world, std::size_t t) {
    int depth = 0;
    do {
      const Word word = program_.threads[t][world.threads[t].at].word;
      depth += word == Word::kBegin ? 1 : 0;
      depth -= word == Word::kEnd ? 1 : 0;
      const Came came = step(world, t);
      if (came == Came::kAssumed && depth == 0) {
        world.threads[t].stopped = true;
        return Came::kOn;
      }
      if (came != Came::kOn) return came;
    } while (depth > 0);
    return Came::kOn;
  }

  Came step(World& world, std::size_t t) {
    Thread& thread = world.threads[t];
    const Statement& s = program_.threads[t][thread.at];
    const auto object = static_cast<std::size_t>(s.object);
    int& x = world.x[object];
    int& owner = world.owner[object];
    const int self = static_cast<int>(t) + 1;
    switch (s.word) {
      case Word::kLoad: thread.r = x; break;
      case Word::kStore: x = s.value; break;
      case Word::kAdd:
        thread.r = x;
        x += s.value;
        break;
      case Word::kLock:
        if (owner != 0) return Came::kBlocked;
        owner = self;
        break;
      case Word::kUnlock:
        if (owner == self) owner = 0;
        break;
      case Word::kWait: return wait(thread, s.object + 1);
      case Word::kNotify:
        for (Thread& other : world.threads) {
          if (other.waits == s.object + 1) other.waits = -1;
        }
        break;
      case Word::kSpawn: world.threads[static_cast<std::size_t>(s.value)].started = true; break;
      case Word::kAssume:
        if (thread.r != s.value) return Came::kAssumed;
        break;
      case Word::kCheck:
        if (thread.r != s.value) break;
        outcomes_.failures.insert(place_text(t, thread.at, 0));
        return Came::kFailed;
      case Word::kBegin:
      case Word::kEnd: break;
    }
    ++thread.at;
    return Came::kOn;
  }

  // In two steps: the thread begins to wait, and continues once it is notified.
  static Came wait(Thread& thread, int what) {
    if (thread.waits == what) return Came::kBlocked;
    if (thread.waits == 0) {
      thread.waits = what;
      return Came::kOn;
    }
    thread.waits = 0;
    ++thread.at;
    return Came::kOn;
  }

  void note_end(const World& world, bool assumed) {
    bool all_done = true;
    std::string where;
    std::string state;
    for (std::size_t t = 0; t < world.threads.size(); ++t) {
      const Thread& thread = world.threads[t];
      if (!thread.started) continue;
      const bool done = thread.at == program_.threads[t].size();
      all_done = all_done && done && !thread.stopped;
      where += place_text(t, thread.at, thread.r) + "; ";
      state += place_text(t, thread.at, thread.r) + "; ";
    }
    for (const int x : world.x) state += std::to_string(x) + " ";
    if (all_done) {
      outcomes_.final_states.insert(state);
    } else if (!assumed) {
      outcomes_.deadlocks.insert(where);
    }
  }

  static std::string key_of(const World& world) {
    std::string key;
    const auto put = [&](int value) { key += std::to_string(value) + ","; };
    for (const Thread& thread : world.threads) {
      put(static_cast<int>(thread.at));
      put(thread.r);
      put(thread.started ? 1 : 0);
      put(thread.stopped ? 1 : 0);
      put(thread.waits);
    }
    for (const int x : world.x) put(x);
    for (const int owner : world.owner) put(owner);
    return key;
  }

  const Program& program_;
  std::size_t most_;
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

std::optional<Outcomes> outcomes_of(const Program& program, std::size_t most_states) {
  return Machine(program, most_states).run();
}

}  // namespace sections
