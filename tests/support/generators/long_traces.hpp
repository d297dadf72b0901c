// SPDX-License-Identifier: MIT
// Random programs with traces of any length that have few classes all the same: between two
// operations on shared variables, each thread performs `padding` operations on variables of its
// own. These depend on nothing, so the classes and results are those of the program without
// padding, which is the oracle. Threads spin until threads that were started before them end.
#pragma once

#include <array>
#include <cstdint>

namespace long_traces {

// splitmix64, as in engine/base/random.hpp, which unmodified programs do not include.
class RandomDraws {
 public:
  explicit constexpr RandomDraws(std::uint64_t seed) : state_(seed) {}
  constexpr unsigned below(unsigned n) {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return static_cast<unsigned>((z ^ (z >> 31)) % n);
  }

 private:
  std::uint64_t state_;
};

enum class ActionKind : std::uint8_t { kLoad, kStore, kAdd, kAwait };
enum class Padding : std::uint8_t { kStores, kAdditions, kReadsOfMany, kReadsOfOne, kCountingLoop };

struct Action {
  ActionKind kind = ActionKind::kLoad;
  unsigned target = 0;  // shared variable; for kAwait: thread whose end
  unsigned value = 0;
  Padding padding = Padding::kStores;  // before the action
};

struct Plan {
  static constexpr unsigned kThreads = 3;
  static constexpr unsigned kActions = 3;
  unsigned threads = 2;
  bool polls = false;
  std::array<std::array<Action, kActions>, kThreads> actions{};
};

inline Plan random_plan(std::uint64_t seed) {
  RandomDraws draws(seed);
  Plan plan;
  plan.threads = 2 + draws.below(2);
  for (unsigned t = 0; t < Plan::kThreads; ++t) {
    for (Action& action : plan.actions[t]) {
      action.kind = static_cast<ActionKind>(draws.below(t == 0 ? 3 : 4));
      action.target = draws.below(action.kind == ActionKind::kAwait ? t : 2);
      action.value = 1 + draws.below(3);
      action.padding = static_cast<Padding>(draws.below(5));
      plan.polls |= t < plan.threads && action.kind == ActionKind::kAwait;
    }
  }
  return plan;
}

// Runs the plan once, with these atomics and threads. The result encodes what threads read.
template <template <class> class Atomic, class Thread>
class Runs {
 public:
  Runs(const Plan& plan, unsigned padding) : plan_(plan), padding_(padding) {}

  unsigned operator()() {
    const auto work = [this](unsigned t) { run_thread(t); };
    Thread one(work, 0u);
    Thread two(work, 1u);
    if (plan_.threads == 3) {
      Thread three(work, 2u);
      three.join();
    }
    one.join();
    two.join();
    unsigned result = shared_[0].load() * 31 + shared_[1].load();
    for (const unsigned seen : seen_) result = result * 131 + seen;
    return result;
  }

 private:
  static constexpr unsigned kMany = 64;

  struct OwnVariables {
    std::array<Atomic<unsigned>, kMany> many{};
  };

  void run_padding(OwnVariables& own_variables, Padding padding) {
    for (unsigned i = 0; i < padding_; ++i) {
      Atomic<unsigned>& one = own_variables.many[padding == Padding::kReadsOfOne ? 0 : i % kMany];
      switch (padding) {
        case Padding::kStores: one.store(i); break;
        case Padding::kAdditions: one.fetch_add(1); break;
        case Padding::kReadsOfMany:
        case Padding::kReadsOfOne: (void)one.load(); break;
        case Padding::kCountingLoop:  // a loop that counts its iterations
          if (one.load() == 0xffffffff) return;
          break;
      }
    }
  }

  [[gnu::noinline]] void await(const Action& action) {
    while (ended_[action.target].load() == 0 && (action.value == 1 || stopped_.load() == 0)) {
    }
  }

  void run_thread(unsigned t) {
    unsigned seen = 0;
    for (const Action& action : plan_.actions[t]) {
      run_padding(own_variables_[t], action.padding);
      switch (action.kind) {
        case ActionKind::kLoad: seen = seen * 17 + shared_[action.target].load(); break;
        case ActionKind::kStore: shared_[action.target].store(action.value); break;
        case ActionKind::kAdd:
          seen = seen * 17 + shared_[action.target].fetch_add(action.value);
          break;
        case ActionKind::kAwait:
          if (action.value == 3 && action.target == 0) {  // here padding reads, too
            while (ended_[0].load() == 0 && stopped_.load() == 0) {
            }
          } else {
            await(action);
          }
          break;
      }
    }
    seen_[t] = seen;
    ended_[t].store(1);
  }

  const Plan& plan_;
  unsigned padding_;
  std::array<Atomic<unsigned>, 2> shared_{};
  std::array<Atomic<unsigned>, Plan::kThreads> ended_{};
  Atomic<unsigned> stopped_{};  // never set; an iteration that reads it, too, has two operations
  std::array<OwnVariables, Plan::kThreads> own_variables_{};
  std::array<unsigned, Plan::kThreads> seen_{};
};

}  // namespace long_traces
