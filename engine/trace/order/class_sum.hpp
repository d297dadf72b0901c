// SPDX-License-Identifier: MIT
// The class of a whole trace, for counting classes: two executions have the same sum exactly if
// their traces belong to the same class (engine/trace/order/trace_class.hpp). One pass, without
// clocks.
//
// The events on an object fall into runs: adjacent events that commute (reads of one version;
// changes of one commuting group), and each other change alone. Events in different runs of an
// object are dependent, those in one run are not. So swapping adjacent independent events leaves
// each event in its run; and if each event of two traces is in the same run, all dependent events
// have the same order, so one trace becomes the other by such swaps. The sum adds a hash of each
// event: its thread, its index in the thread, its data choice, and the number of its run.
//
// Oracle   engine/trace/order/trace_class.hpp, with clocks:
// tests/dpor/reductions/class_sum_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/mix_bits.hpp"
#include "engine/trace/order/trace_class.hpp"
#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class ClassSum {
 public:
  // Of an execution with that number of object versions and these threads.
  [[nodiscard]] std::uint64_t of(std::span<const Event> events, std::size_t versions,
                                 std::span<const ThreadKey> threads);

 private:
  // The run in which a version was written.
  struct Run {
    std::uint32_t number = 0;  // 0: no event wrote it
    std::uint16_t group = 0;   // its commuting group
    std::uint16_t read = 0;    // 1: an event has read the version, so the run after it has begun
  };

  std::uint32_t run_of(const Event& event);

  std::vector<Run> runs_;  // by version
  // With the increment of splitmix64.
  [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t value) {
    return mix_bits(value + 0x9e3779b97f4a7c15);
  }
  struct Key {
    std::uint64_t key = 0;
    std::uint64_t mixed = ClassSum::mixed(0);
  };
  std::array<Key, kMaxThreads> keys_{};
};

}  // namespace mcheck
