// SPDX-License-Identifier: MIT
// What a verdict rests on, as far as the executions so far have shown: what was found out, and what
// has to be assumed. It only grows, and decides nothing (assumptions.cpp does).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>

#include "engine/runtime/journal.hpp"
#include "engine/trace/operation.hpp"

namespace mcheck {

inline constexpr const char* kSequentialConsistency = "memory is sequentially consistent";
inline constexpr const char* kOnePlace = "atomics that share bytes have one size and one place";
inline constexpr const char* kStacksOfProgram =
    "frames on stacks that the program made are not used after their end";
inline constexpr const char* kNoAlarms = "no signal of alarm or setitimer comes";

// How atomic accesses of different sizes or places have shared bytes, the worst of it: two that
// conflict, and that nothing orders, are independent to a search, though they are not.
enum class AtomicOverlap : std::uint8_t { kNever, kOrdered, kUnordered };

struct VerdictBasis {
  std::uint64_t kinds = 0;  // of operations, by Kind
  bool spurious_wanted = false;
  bool timeout_wanted = false;
  bool unordered = false;  // of races that are ignored
  bool unseen_met = false;
  bool undecided = false;           // of ends in atomic sections: section_standstills.hpp
  bool stack_sizes_differ = false;  // of one thread, from execution to execution
  AtomicOverlap overlap = AtomicOverlap::kNever;
  std::string weaker_order;      // the first object that was used with one; empty: none was
  std::uintptr_t weaker_at = 0;  // where it is, if the program has not named it
  std::string not_understood;    // inline assembly to which a thread came
  std::set<std::string> added;   // lines of their own: add_assumption()

  [[nodiscard]] bool has_any(std::initializer_list<Kind> wanted) const {
    std::uint64_t bits = 0;
    for (const Kind kind : wanted) bits |= std::uint64_t{1} << static_cast<unsigned>(kind);
    return (kinds & bits) != 0;
  }
  void pack(Packed& packed) const;
  // What another process has packed.
  void learn(Packed& packed);
};

// Whether the standard lets a load see more there than sequential consistency does.
[[nodiscard]] inline bool is_weaker_than_seq_cst(const Operation& operation) {
  return operation.order != MemoryOrder::kSeqCst || operation.failure_order != MemoryOrder::kSeqCst;
}

// A thread of the program comes to inline assembly that mcheck does not understand; nothing is
// verified from now on. The text stays where it is.
void meet_not_understood(const char* text);
// It does what is judged only as far as this line says, which stands under `assumed:` then.
void add_assumption(const char* line);

// It starts a thread with a stack of another size than before.
void note_other_stack_size();

}  // namespace mcheck
