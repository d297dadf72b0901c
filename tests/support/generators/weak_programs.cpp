// SPDX-License-Identifier: MIT
#include "tests/support/generators/weak_programs.hpp"

#include <algorithm>

#include "tests/support/generators/random_pieces.hpp"

namespace table {
namespace {

bool reads(Word word) {
  switch (word) {
    case Word::kLoad:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kCas:
    case Word::kAwait:
    case Word::kAtomicWait: return true;
    default: return false;
  }
}

bool writes(Word word) {
  switch (word) {
    case Word::kStore:
    case Word::kAdd:
    case Word::kExchange:
    case Word::kCas: return true;
    default: return false;
  }
}

Order strongest(const Statement& s) {
  if (!reads(s.word)) return Order::kRelease;
  return writes(s.word) ? Order::kAcqRel : Order::kAcquire;
}

// The orders that most of a program's accesses have.
enum class Usual : std::uint8_t { kRelaxed, kReleaseAcquire, kSeqCst, kAny };

Order draw_order(Draw& draw, Usual usual, const Statement& s) {
  const bool fence = s.word == Word::kFence;
  if (usual == Usual::kRelaxed && !fence && !draw.one_in(6)) return Order::kRelaxed;
  if (usual == Usual::kReleaseAcquire && !fence && !draw.one_in(4)) return strongest(s);
  if (usual == Usual::kSeqCst && !draw.one_in(3)) return Order::kSeqCst;
  constexpr std::array kAll = {Order::kRelaxed, Order::kAcquire, Order::kRelease, Order::kAcqRel,
                               Order::kSeqCst};
  constexpr std::array kFences = {Order::kAcquire, Order::kRelease, Order::kAcqRel, Order::kSeqCst,
                                  Order::kSeqCst};
  constexpr std::array kLoads = {Order::kRelaxed, Order::kAcquire, Order::kSeqCst};
  constexpr std::array kStores = {Order::kRelaxed, Order::kRelease, Order::kSeqCst};
  if (fence) return draw.one_of(kFences);
  if (reads(s.word) && writes(s.word)) return draw.one_of(kAll);
  return reads(s.word) ? draw.one_of(kLoads) : draw.one_of(kStores);
}

void draw_orders(Draw& draw, Usual usual, Statements& thread) {
  constexpr std::array kFailures = {Order::kRelaxed, Order::kRelaxed, Order::kAcquire,
                                    Order::kSeqCst};
  for (Statement& s : thread) {
    if (!reads(s.word) && !writes(s.word) && s.word != Word::kFence) continue;
    s.order = draw_order(draw, usual, s);
    if (s.word == Word::kCas) s.failure_order = draw.one_of(kFailures);
  }
}

Statement draw_access(Draw& draw) {
  constexpr std::array kWords = {Word::kLoad,  Word::kLoad, Word::kLoad,     Word::kStore,
                                 Word::kStore, Word::kAdd,  Word::kExchange, Word::kCas};
  Statement s{draw.one_of(kWords), draw.below(kObjects), draw.below(kRegisters)};
  s.v = s.word == Word::kCas ? draw.below(2) : 1 + draw.below(2);
  s.w = 1 + draw.below(2);
  if (s.word == Word::kCas && draw.one_in(3)) s.call_mode = CallMode::kWeak;
  return s;
}

Statements draw_piece(Draw& draw) {
  switch (draw.below(9)) {
    case 0: return {{Word::kFence}};
    case 1:
      return {{Word::kLoad, draw.below(kObjects), 1},
              {Word::kSkipIfNot, 0, 1, draw.below(3), 1 + draw.below(2)}};
    case 2:
      if (draw.one_in(4)) return {{Word::kAwait, draw.below(kObjects), 0, draw.below(3)}};
      return {draw_access(draw)};
    default: return {draw_access(draw)};
  }
}

void add_weak_piece(Draw& draw, Statements& thread) {
  const Statements piece = draw_piece(draw);
  const int place = draw.below(static_cast<int>(thread.size()) + 1);
  thread.insert(thread.begin() + place, piece.begin(), piece.end());
}

void choose_orders(Program& program, std::size_t thread, std::size_t at,
                   const std::function<void(const Program&)>& callback) {
  if (thread == program.threads.size()) return callback(program);
  if (at == program.threads[thread].size()) return choose_orders(program, thread + 1, 0, callback);
  Statement& s = program.threads[thread][at];
  if (!reads(s.word) && !writes(s.word)) return choose_orders(program, thread, at + 1, callback);
  for (const Order order : {Order::kRelaxed, strongest(s), Order::kSeqCst}) {
    s.order = order;
    choose_orders(program, thread, at + 1, callback);
  }
}

}  // namespace

Program random_weak_program(std::uint64_t seed, const Shape& shape) {
  const bool only_variables = shape.theme == Theme::kVariables;
  Program program = random_program(seed, shape);
  Draw draw(seed * kThemes.size() + static_cast<std::uint64_t>(shape.theme) + 0x5eedu);
  const auto usual = static_cast<Usual>(draw.below(4));
  const int fair =
      std::max(1, shape.max_total_statements / static_cast<int>(program.threads.size()));
  for (Statements& thread : program.threads) {
    if (only_variables) thread.clear();
    const int most = only_variables ? std::min(fair + 1, shape.max_statements) : 2;
    for (int pieces = 1 + draw.below(most); pieces > 0; --pieces) add_weak_piece(draw, thread);
    draw_orders(draw, usual, thread);
  }
  return program;
}

void for_each_order(const Program& program, const std::function<void(const Program&)>& callback) {
  Program copy = program;
  choose_orders(copy, 0, 0, callback);
}

}  // namespace table
