// SPDX-License-Identifier: MIT
// How a sampled execution ends where threads poll: `while (!flag.load()) {}` goes round for as long
// as the thread that sets the flag is not chosen, and priorities may never choose it.
//
// Idea     An execution that is much longer than others that came to their end is most likely in
//          such a loop. From there on the thread that has not run for the longest time goes on:
//          everyone that can go on does, again and again, and a lock that is given back goes to the
//          one that waited longest. A loop that does not end then is an endless loop.
// Begins   10 times the length of the shortest execution that finished, but not before step 500,
//          so that no short program comes near it, and not after half of --steps, so that the tail
//          has room. The shortest, because the others may hold rounds of polling.
// Limits   What a strategy guarantees does not hold for executions that get here.
// Oracle   tests/dpor/fair_tail_test.cpp: programs that poll.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/search/execution.hpp"

namespace mcheck {

// A thread that can go on, and where its outcomes stand among the alternatives.
struct Ready {
  ThreadId thread{};
  std::uint32_t first = 0;
  std::uint32_t outcomes = 0;
};

class FairTail {
 public:
  explicit FairTail(std::uint64_t step_limit);

  // The step at which it takes over.
  [[nodiscard]] std::uint64_t begins() const { return begins_; }
  // Which of the threads has not run for the longest time. A thread that has just yielded comes
  // last by itself.
  [[nodiscard]] static std::size_t choose(const Execution& execution, std::span<const Ready> ready);
  // An execution of so many steps came to its end.
  void finished(std::uint64_t steps);

 private:
  void set_begin();

  std::uint64_t step_limit_;
  std::uint64_t begins_ = 0;
  std::uint64_t shortest_ = 0;  // 0: none has finished yet
};

}  // namespace mcheck
