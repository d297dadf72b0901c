// SPDX-License-Identifier: MIT
// Whether RC11 permits more executions of a program than sequential consistency: only if two
// threads share an atomic that one of them uses with an order weaker than seq_cst. Then, of atomics
// that are used with seq_cst alone, fences change nothing.
//
//   Idea    Every operation that is run is looked at; what a cache replaces was run before. So what
//           was seen of an atomic is kept from one execution to the next.
#pragma once

#include <vector>

#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

class Execution;

class AtomicUses {
 public:
  void watch() { watches_ = true; }
  // Whether operations have to be noted: not once the answer is known.
  [[nodiscard]] bool is_watching() const { return watches_ && !shares_weaker_; }
  // The order of the next operation does not count.
  void pass_over_next() { passes_over_ = true; }
  void note(const Execution& execution, ThreadId thread, const Operation& operation);

  // Whether sequential consistency is known to be all that RC11 permits.
  [[nodiscard]] bool are_sequential() const { return watches_ && !shares_weaker_ && !passed_over_; }
  [[nodiscard]] bool share_weaker_order() const { return shares_weaker_; }
  // Another process has met one.
  void add_shared_weaker_order() { shares_weaker_ = true; }

 private:
  struct Use {
    ThreadId first = kNoThread;
    bool is_shared = false;
    bool is_weaker = false;
  };

  std::vector<Use> uses_;  // by object
  bool watches_ = false;
  bool passes_over_ = false;
  bool passed_over_ = false;  // a weaker order that does not count
  bool shares_weaker_ = false;
};

}  // namespace mcheck
