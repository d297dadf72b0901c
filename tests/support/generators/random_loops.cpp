// SPDX-License-Identifier: MIT
#include "tests/support/generators/random_loops.hpp"

#include "tests/support/generators/draw.hpp"

namespace table {
namespace {

void add_step(Draw& draw, std::vector<Statement>& thread) {
  const int object = draw.below(kObjects);
  const int reg = draw.below(kRegisters);
  const int value = draw.below(2);
  switch (draw.below(8)) {
    case 0:
    case 1:
    case 2: thread.push_back({Word::kLoad, object, reg}); break;
    case 3:
    case 4: thread.push_back({Word::kStore, object, 0, value}); break;
    case 5: thread.push_back({Word::kExchange, object, reg, value}); break;
    default: thread.push_back({Word::kCas, object, reg, value, 1 - value}); break;
  }
}

// Locks are released at once, so no thread locks twice. Two threads may lock both in two orders.
void add_loop_section(Draw& draw, std::vector<Statement>& thread) {
  const int mutex = draw.below(kObjects);
  const bool tries = draw.one_in(2);
  thread.push_back({tries ? Word::kTryLock : Word::kLock, mutex, 0});
  if (draw.one_in(2)) add_step(draw, thread);
  const bool locks_both = !tries && draw.one_in(2);
  if (locks_both) thread.push_back({Word::kLock, 1 - mutex});
  if (locks_both) thread.push_back({Word::kUnlock, 1 - mutex});
  thread.push_back({Word::kUnlock, mutex});
}

void add_loop(Draw& draw, std::vector<Statement>& thread) {
  const auto begin = static_cast<int>(thread.size());
  const int steps = 1 + draw.below(3);
  for (int i = 0; i < steps; ++i)
    draw.one_in(4) ? add_loop_section(draw, thread) : add_step(draw, thread);
  if (draw.one_in(3)) thread.push_back({Word::kProgress});
  if (draw.one_in(6)) thread.push_back({Word::kYield});
  const bool may_end = !draw.one_in(3);
  if (may_end) thread.push_back({Word::kSkipIfNot, 0, draw.below(kRegisters), draw.below(2), 1});
  thread.push_back({Word::kGoto, 0, 0, begin});
}

}  // namespace

Program random_loops(std::uint64_t seed) {
  Draw draw(seed);
  Program program;
  const int threads = draw.one_in(4) ? 3 : 2;
  for (int t = 0; t < threads; ++t) {
    std::vector<Statement>& thread = program.threads.emplace_back();
    if (draw.one_in(2)) add_step(draw, thread);
    if (!draw.one_in(5)) add_loop(draw, thread);
    if (draw.one_in(2)) add_step(draw, thread);
    if (draw.one_in(6)) add_loop(draw, thread);
    if (thread.empty()) add_step(draw, thread);
  }
  return program;
}

}  // namespace table
