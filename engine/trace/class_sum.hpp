// SPDX-License-Identifier: MIT
// Which class a whole trace belongs to, for who only counts them: equal for two executions exactly
// if their traces have one class, as by trace_class.hpp, and found in one pass without clocks.
//
// What happens to an object falls into runs: events next to each other that commute (looks at one
// version; changes of one commuting group), and each other change by itself. Events in different
// runs of an object depend on each other, those in one run do not. So swapping neighbours that do
// not depend on each other leaves each event in its run, and two traces in which each event is in
// the same run have the same order of all that depends: one is the other with such neighbours
// swapped. Each event is hashed with its thread, its place in the thread, its data choice and the
// number of its run, and the hashes are added.
//
// Oracle   trace_class.hpp, by clocks: tests/dpor/class_sum_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/spread.hpp"
#include "engine/trace/event.hpp"
#include "engine/trace/trace_class.hpp"

namespace mcheck {

class ClassSum {
 public:
  // Of an execution with so many versions of objects and these threads.
  [[nodiscard]] std::uint64_t of(std::span<const Event> events, std::size_t versions,
                                 std::span<const ThreadKey> threads);

 private:
  // In which a version was written.
  struct Run {
    std::uint32_t number = 0;  // 0: by nobody
    std::uint16_t group = 0;   // of those that commute
    std::uint16_t read = 0;    // 1: somebody has looked at the version: the run after it has begun
  };

  std::uint32_t run_of(const Event& event);

  std::vector<Run> runs_;  // by version
  // As splitmix64 does.
  [[nodiscard]] static constexpr std::uint64_t mixed(std::uint64_t value) {
    return spread(value + 0x9e3779b97f4a7c15);
  }
  struct Key {
    std::uint64_t key = 0;
    std::uint64_t mixed = ClassSum::mixed(0);
  };
  std::array<Key, kMaxThreads> keys_{};
};

}  // namespace mcheck
