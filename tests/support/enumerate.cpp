// SPDX-License-Identifier: MIT
#include "tests/support/enumerate.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace table {
namespace {

struct Thread {
  std::size_t at = 0;
  int part = 0;  // of a wait: 0 not begun, 1 queued, 2 mutex given up, 3 woken
  bool woken = false;
  std::array<int, kRegisters> r{};
};

struct Machine {
  std::vector<Thread> threads;
  std::array<int, kObjects> x{};
  std::array<int, kObjects> permits{};
  std::array<int, kObjects> mutex{-1, -1};
  std::array<int, kObjects> writer{-1, -1};
  std::array<std::set<int>, kObjects> readers;
  std::array<std::set<int>, kObjects> queue;
  std::set<int> crashed;
};

class Enumerator {
 public:
  Enumerator(const Program& program, int bound, std::uint64_t limit)
      : program_(program), bound_(bound), limit_(limit) {}

  Enumeration run() {
    Machine machine;
    machine.threads.resize(program_.threads.size());
    for (int t = 0; t < count(); ++t) skip_local(machine, t);
    recurse(machine, -1, 0);
    return result_;
  }

 private:
  [[nodiscard]] int count() const { return static_cast<int>(program_.threads.size()); }

  [[nodiscard]] const Statement* statement(const Machine& machine, int t) const {
    const auto& list = program_.threads[static_cast<std::size_t>(t)];
    const std::size_t at = machine.threads[static_cast<std::size_t>(t)].at;
    return at < list.size() ? &list[at] : nullptr;
  }

  // Statements that nobody else can see, and those that do not apply.
  void skip_local(Machine& machine, int t) {
    Thread& thread = machine.threads[static_cast<std::size_t>(t)];
    while (const Statement* s = statement(machine, t)) {
      const auto o = static_cast<std::size_t>(s->object);
      if (s->word == Word::kSkipIfNot) {
        const bool holds = thread.r[static_cast<std::size_t>(s->reg)] == s->v;
        thread.at += 1 + static_cast<std::size_t>(holds ? 0 : s->w);
        continue;
      }
      const bool skipped = (s->word == Word::kUnlock && machine.mutex[o] != t) ||
                           (s->word == Word::kWriteUnlock && machine.writer[o] != t) ||
                           (s->word == Word::kReadUnlock && machine.readers[o].count(t) == 0) ||
                           (s->word == Word::kWait && thread.part == 0 && machine.mutex[0] != t);
      if (!skipped) return;
      ++thread.at;
    }
  }

  // How many ways the thread's next step can go; 0: it cannot.
  [[nodiscard]] int ways(const Machine& machine, int t) const {
    const Statement* s = statement(machine, t);
    if (s == nullptr) return 0;
    const auto o = static_cast<std::size_t>(s->object);
    switch (s->word) {
      case Word::kLock: return machine.mutex[o] == -1 ? 1 : 0;
      case Word::kReadLock:
        return machine.writer[o] == -1 && machine.readers[o].count(t) == 0 ? 1 : 0;
      case Word::kWriteLock: return machine.writer[o] == -1 && machine.readers[o].empty() ? 1 : 0;
      case Word::kAcquire: return machine.permits[o] > 0 ? 1 : 0;
      case Word::kAwait: return machine.x[o] == s->v ? 1 : 0;
      case Word::kChoose: return s->v;
      case Word::kNotify: return std::max<int>(1, static_cast<int>(machine.queue[o].size()));
      case Word::kWait: {
        const Thread& thread = machine.threads[static_cast<std::size_t>(t)];
        if (thread.part < 2) return 1;
        return thread.woken && machine.mutex[0] == -1 ? 1 : 0;
      }
      default: return 1;
    }
  }

  void wake(Machine& machine, std::size_t condition, int t) {
    machine.queue[condition].erase(t);
    machine.threads[static_cast<std::size_t>(t)].woken = true;
  }

  void step(Machine& machine, int t, int way) {
    Thread& thread = machine.threads[static_cast<std::size_t>(t)];
    const Statement& s = *statement(machine, t);
    const auto o = static_cast<std::size_t>(s.object);
    int& r = thread.r[static_cast<std::size_t>(s.reg)];
    int& x = machine.x[o];
    if (s.word == Word::kWait) {
      step_wait(machine, t, o);
      return;
    }
    switch (s.word) {
      case Word::kLoad: r = x; break;
      case Word::kStore: x = s.v; break;
      case Word::kAdd:
        r = x;
        x += s.v;
        break;
      case Word::kExchange:
        r = x;
        x = s.v;
        break;
      case Word::kCas:
        r = x == s.v ? 1 : 0;
        if (r == 1) x = s.w;
        break;
      case Word::kLock: machine.mutex[o] = t; break;
      case Word::kUnlock: machine.mutex[o] = -1; break;
      case Word::kTryLock:
        r = machine.mutex[o] == -1 ? 1 : 0;
        if (r == 1) machine.mutex[o] = t;
        break;
      case Word::kReadLock: machine.readers[o].insert(t); break;
      case Word::kReadUnlock: machine.readers[o].erase(t); break;
      case Word::kWriteLock: machine.writer[o] = t; break;
      case Word::kWriteUnlock: machine.writer[o] = -1; break;
      case Word::kNotify:
        if (!machine.queue[o].empty()) wake(machine, o, *std::next(machine.queue[o].begin(), way));
        break;
      case Word::kNotifyAll:
        while (!machine.queue[o].empty()) wake(machine, o, *machine.queue[o].begin());
        break;
      case Word::kAcquire: --machine.permits[o]; break;
      case Word::kRelease: ++machine.permits[o]; break;
      case Word::kTryAcquire:
        r = machine.permits[o] > 0 ? 1 : 0;
        machine.permits[o] -= r;
        break;
      case Word::kChoose: r = way; break;
      case Word::kAwait:
      case Word::kWait:
      case Word::kSkipIfNot: break;
    }
    ++thread.at;
    skip_local(machine, t);
  }

  void step_wait(Machine& machine, int t, std::size_t condition) {
    Thread& thread = machine.threads[static_cast<std::size_t>(t)];
    switch (thread.part++) {
      case 0: machine.queue[condition].insert(t); break;
      case 1: machine.mutex[0] = -1; break;
      default:
        machine.mutex[0] = t;
        thread.woken = false;
        thread.part = 0;
        ++thread.at;
        skip_local(machine, t);
    }
  }

  void recurse(const Machine& machine, int running, int preemptions) {
    if (!result_.complete) return;
    const bool can_go_on = running >= 0 && ways(machine, running) > 0;
    bool anybody = false;
    for (int t = 0; t < count(); ++t) {
      const int n = ways(machine, t);
      anybody = anybody || n > 0;
      const int cost = preemptions + (can_go_on && t != running ? 1 : 0);
      if (bound_ >= 0 && cost > bound_) continue;
      for (int way = 0; way < n; ++way) {
        Machine next = machine;
        step(next, t, way);
        recurse(next, t, cost);
      }
    }
    if (!anybody) finish(machine);
  }

  void finish(const Machine& machine) {
    if (++result_.schedules > limit_) result_.complete = false;
    std::string state;
    bool stuck = false;
    for (int t = 0; t < count(); ++t) {
      stuck = stuck || statement(machine, t) != nullptr;
      for (const int r : machine.threads[static_cast<std::size_t>(t)].r) {
        state += std::to_string(r) + " ";
      }
    }
    for (const int x : machine.x) state += std::to_string(x) + " ";
    if (stuck) ++result_.deadlocks;
    ++result_.final_states[state + (stuck ? "stuck" : "done")];
  }

  const Program& program_;
  int bound_;
  std::uint64_t limit_;
  Enumeration result_;
};

}  // namespace

Enumeration enumerate(const Program& program, int bound, std::uint64_t limit) {
  return Enumerator(program, bound, limit).run();
}

}  // namespace table
