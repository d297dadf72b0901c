// SPDX-License-Identifier: MIT
// Whether RC11 permits more executions of a program than sequential consistency: only if two
// threads share an atomic that one of them uses with an order weaker than seq_cst. Then, of atomics
// that are used with seq_cst alone, fences change nothing.
//
//   Idea    Every operation that is run is looked at; what a cache replaces was run before. So what
//           was seen of an atomic is kept from one execution to the next.
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

class Execution;

// Whether it is a variable of the engine, as one that numbers thread-specific keys. Orders of its
// operations are weak so that they hide no race; the program has not chosen them.
[[nodiscard]] bool is_engine_variable(const Execution& execution, ObjectId object);

class AtomicUses {
 public:
  void watch() { watches_ = true; }
  // Whether operations have to be noted: not once the answer is known.
  [[nodiscard]] bool is_watching() const { return watches_ && !shares_weaker_; }
  // Inline assembly accesses this: the orders of its accesses do not count.
  void pass_over(const void* address);
  void note(const Execution& execution, ThreadId thread, const Operation& operation);

  // A search has found out that RC11 permits nothing else (dpor/states/robustness.hpp).
  void note_robust() { is_robust_ = true; }
  [[nodiscard]] bool is_robust() const { return is_robust_; }

  // Whether sequential consistency is known to be all that RC11 permits.
  [[nodiscard]] bool are_sequential() const {
    return watches_ && (is_robust_ || (!shares_weaker_ && !passed_over_));
  }
  [[nodiscard]] bool share_weaker_order() const { return shares_weaker_ && !is_robust_; }
  [[nodiscard]] bool has_passed_over() const { return passed_over_; }
  // What another process has met.
  void add(bool shares_weaker, bool passed_over) {
    shares_weaker_ |= shares_weaker;
    passed_over_ |= passed_over;
  }

 private:
  struct Use {
    ThreadId first = kNoThread;
    bool is_shared = false;
    bool is_weaker = false;
  };

  std::vector<Use> uses_;  // by object
  std::unordered_set<const void*> of_assembly_;
  bool watches_ = false;
  bool passed_over_ = false;  // a weaker order that does not count
  bool shares_weaker_ = false;
  bool is_robust_ = false;
};

}  // namespace mcheck
