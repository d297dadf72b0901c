// SPDX-License-Identifier: MIT
// All that can have something in its causal past, where the future may ask for it: a thread, what a
// thread's fences have released or will acquire, and what an acquire would take from an object. The
// identity of a state says which of them know what; the order of holders is the same in equal
// states.
#pragma once

#include <span>
#include <vector>

#include "engine/search/execution/execution.hpp"
#include "engine/search/states/thread_names.hpp"
#include "engine/trace/order/synchronization.hpp"

namespace mcheck {

struct ClockHolder {
  Word name = 0;
  Synchronization::Clock clock;
  ThreadId thread = kNoThread;
  std::uint32_t version = kNone;  // of an object
  bool to_writers = false;        // what only writers acquire
};

class ClockHolders {
 public:
  // REQUIRES: `order` has followed all events; it outlives the use of the clocks.
  void find(const Execution& execution, const Synchronization& order, const ThreadNames& names);

  [[nodiscard]] std::span<const ClockHolder> all() const { return holders_; }
  [[nodiscard]] std::span<const ClockHolder> unfinished_threads() const {
    return std::span(holders_).first(unfinished_);
  }
  // Those of objects, two for each: for every acquire, and for writers in addition.
  [[nodiscard]] std::span<const ClockHolder> objects() const {
    return std::span(holders_).subspan(first_object_);
  }

 private:
  void add_threads(const Execution& execution, const Synchronization& order,
                   const ThreadNames& names);
  void add_objects(const Execution& execution, const Synchronization& order,
                   const ThreadNames& names);

  std::vector<ClockHolder> holders_;  // the unfinished threads first
  std::size_t unfinished_ = 0;
  std::size_t first_object_ = 0;
};

}  // namespace mcheck
