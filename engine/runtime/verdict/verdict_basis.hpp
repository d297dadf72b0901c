// SPDX-License-Identifier: MIT
// What a verdict is based on, according to the executions so far: what was found out, and what must
// be assumed. It only grows, and decides nothing (assumptions.cpp does).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>

#include "engine/runtime/isolation/reply_log.hpp"
#include "engine/runtime/verdict/atomic_uses.hpp"
#include "engine/trace/semantics/operation.hpp"

namespace mcheck {

inline constexpr const char* kSequentialConsistency = "memory is sequentially consistent";
// Under --memory rc11.
inline constexpr const char* kNoLoadBuffering =
    "memory is that of RC11: no thread reads a value that another stores later";
inline constexpr const char* kNewestIfWaited =
    "atomics that threads wait for, atomic sections and queries see the newest values";
inline constexpr const char* kNewestSharedPointers = "atomic<shared_ptr> sees the newest value";
inline constexpr const char* kOneSizeAndAddress =
    "atomics that share bytes have the same size and address";
inline constexpr const char* kStacksOfProgram =
    "frames on stacks that the program created are not used after their end";
inline constexpr const char* kOneOrderOfClockReads =
    "of clock reads in two threads that nothing orders, one order is tried";
inline constexpr const char* kNoAlarmSignals = "no signal of alarm or setitimer arrives";

// How atomic accesses of different sizes or addresses have shared bytes, at worst: a reduction
// treats two unordered ones that conflict as independent, though they are not.
enum class AtomicOverlap : std::uint8_t { kNever, kOrdered, kUnordered };

struct VerdictBasis {
  std::uint64_t kinds = 0;  // of operations, by Kind
  bool spurious_requested = false;
  bool timeout_requested = false;
  bool unexplored_orders = false;  // of races that are ignored
  bool uninstrumented_shared = false;
  bool undecided = false;           // ends in atomic sections: search/failures/stuck_sections.hpp
  bool stack_sizes_differ = false;  // of one thread, between executions
  AtomicOverlap overlap = AtomicOverlap::kNever;
  AtomicUses atomic_uses;
  std::string weaker_order;      // the first object that was used with a weaker order; empty: none
  std::uintptr_t weaker_at = 0;  // its address, if the program has not named it
  std::string unknown_assembly;  // inline assembly that a thread reached
  std::set<std::string> added_assumptions;  // further assumptions: add_assumption()

  [[nodiscard]] bool has_any(std::initializer_list<Kind> wanted) const {
    std::uint64_t bits = 0;
    for (const Kind kind : wanted) bits |= std::uint64_t{1} << static_cast<unsigned>(kind);
    return (kinds & bits) != 0;
  }
  void pack(Packed& packed) const;
  // What another process has packed.
  void merge(Packed& packed);
};

// Whether the standard permits a load to return more there than sequential consistency does.
[[nodiscard]] inline bool is_weaker_than_seq_cst(const Operation& operation) {
  return operation.order != MemoryOrder::kSeqCst || operation.failure_order != MemoryOrder::kSeqCst;
}

// A thread of the program reaches inline assembly that mcheck does not understand; nothing is
// verified from now on. The text must stay valid.
void note_unknown_assembly(const char* text);
// Inline assembly accesses this: a processor orders it more strongly than the order that it has
// here.
void note_assembly_access(const void* address);
// The thread does something that is checked only under this assumption, which the result lists
// under `assumed:`.
void add_assumption(const char* line);

// An operation acts on the newest value, also where the memory model permits another one.
void note_newest_only();

// It starts a thread with a stack of another size than before.
void note_other_stack_size();

}  // namespace mcheck
