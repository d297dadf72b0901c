// SPDX-License-Identifier: MIT
// Functions by which programs address a verifier: those of SV-COMP, and of tools that have taken
// part in it. Weak: the program's own definition wins. What `mcheck cc --dialect svcomp` calls in
// addition is at the end (programs/mcheck/assembler/svcomp_dialect.hpp).
//
// A nondeterministic value is a choice among --nondet A..B, converted to the type.
#include <cstddef>
#include <cstdint>
#include <string>

#include <mcheck/check.hpp>

#include "engine/intercept/program/program_call.hpp"
#include "engine/intercept/threads/threads.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/machine/atomic_sections.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/verdict/verdict_basis.hpp"

namespace mcheck {
namespace {

// The verdict names the range that it assumes.
void note_range(int from, int to) {
  const EngineAllocationScope engine_at_work;
  const std::string line = "nondeterministic values are " + std::to_string(from) +
                           (from == to ? "" : " to " + std::to_string(to)) + " (--nondet)";
  Machine::current()->basis().added_assumptions.insert(line);
}

int nondet_value() {
  if (!on_model_thread()) return 0;
  const Behaviour& behaviour = Machine::current()->behaviour();
  const int from = behaviour.nondet_from;
  const int to = behaviour.nondet_to;
  note_range(from, to);
  return from == to ? from : from + choose(to - from + 1);
}

// Both values, or the only one in the range.
bool nondet_bool() {
  if (!on_model_thread()) return false;
  const Behaviour& behaviour = Machine::current()->behaviour();
  const bool has_false = behaviour.nondet_from <= 0 && behaviour.nondet_to >= 0;
  const bool has_true = behaviour.nondet_from != 0 || behaviour.nondet_to != 0;
  note_range(behaviour.nondet_from, behaviour.nondet_to);
  return has_false && has_true ? choose(2) == 1 : has_true;
}

void assume_or_exit(bool condition) {
  if (condition) return;
  if (on_model_thread()) assume(false);
  std::_Exit(0);
}

[[noreturn]] void fail_as_called(const char* function) {
  if (on_model_thread()) {
    const EngineAllocationScope engine_at_work;
    fail(FailureKind::kCheck, std::string(function) + "() was called");
  }
  std::abort();
}

// A small number, as a program may expect; the same in every process.
int thread_number_of(pthread_t thread) { return static_cast<int>(path_key(id_of(thread))); }

pthread_t thread_with_number(int number) {
  for (const ThreadRecord& record : Machine::current()->execution().threads()) {
    if (static_cast<int>(path_key(record.id)) != number) continue;
    return reinterpret_cast<pthread_t>(thread_pointer_of(record.id));
  }
  report_misuse("joins a thread that __VERIFIER_spawn has not started");
}

}  // namespace
}  // namespace mcheck

// NOLINTBEGIN
#define MCHECK_NONDET(name, type)                     \
  [[gnu::weak]] type __VERIFIER_nondet_##name() {     \
    return static_cast<type>(mcheck::nondet_value()); \
  }
#define MCHECK_NONDET_BOOL(name) \
  [[gnu::weak]] bool __VERIFIER_nondet_##name() { return mcheck::nondet_bool(); }
#define MCHECK_NONDET_POINTER(name)                                                     \
  [[gnu::weak]] void* __VERIFIER_nondet_##name() {                                      \
    return reinterpret_cast<void*>(static_cast<std::intptr_t>(mcheck::nondet_value())); \
  }

extern "C" {

MCHECK_NONDET_BOOL(bool)
MCHECK_NONDET_BOOL(_Bool)
MCHECK_NONDET(char, char)
MCHECK_NONDET(schar, signed char)
MCHECK_NONDET(uchar, unsigned char)
MCHECK_NONDET(unsigned_char, unsigned char)
MCHECK_NONDET(short, short)
MCHECK_NONDET(ushort, unsigned short)
MCHECK_NONDET(int, int)
MCHECK_NONDET(uint, unsigned)
MCHECK_NONDET(unsigned, unsigned)
MCHECK_NONDET(unsigned_int, unsigned)
MCHECK_NONDET(long, long)
MCHECK_NONDET(ulong, unsigned long)
MCHECK_NONDET(unsigned_long, unsigned long)
MCHECK_NONDET(longlong, long long)
MCHECK_NONDET(ulonglong, unsigned long long)
MCHECK_NONDET(size_t, std::size_t)
MCHECK_NONDET(loff_t, long long)
MCHECK_NONDET(sector_t, unsigned long)
MCHECK_NONDET(u8, std::uint8_t)
MCHECK_NONDET(u16, std::uint16_t)
MCHECK_NONDET(u32, std::uint32_t)
MCHECK_NONDET(U32, std::uint32_t)
MCHECK_NONDET(u64, std::uint64_t)
MCHECK_NONDET(s8, std::int8_t)
MCHECK_NONDET(s16, std::int16_t)
MCHECK_NONDET(s32, std::int32_t)
MCHECK_NONDET(s64, std::int64_t)
MCHECK_NONDET(float, float)
MCHECK_NONDET(double, double)
MCHECK_NONDET_POINTER(pointer)
MCHECK_NONDET_POINTER(pchar)
MCHECK_NONDET_POINTER(charp)

[[gnu::weak]] void __VERIFIER_assume(int condition) { mcheck::assume_or_exit(condition != 0); }
[[gnu::weak]] void __ESBMC_assume(bool condition) { mcheck::assume_or_exit(condition); }
[[gnu::weak]] void __CPROVER_assume(bool condition) { mcheck::assume_or_exit(condition); }

[[gnu::weak]] void __VERIFIER_atomic_begin() {
  if (mcheck::on_model_thread()) mcheck::begin_section();
}
[[gnu::weak]] void __VERIFIER_atomic_end() {
  if (mcheck::on_model_thread()) mcheck::end_section();
}
[[gnu::weak]] void __ESBMC_atomic_begin() { __VERIFIER_atomic_begin(); }
[[gnu::weak]] void __ESBMC_atomic_end() { __VERIFIER_atomic_end(); }

[[gnu::weak]] void reach_error() { mcheck::fail_as_called("reach_error"); }
[[gnu::weak]] void __VERIFIER_error() { mcheck::fail_as_called("__VERIFIER_error"); }

[[gnu::weak]] long __VERIFIER_spawn(void* (*function)(void*), void* argument) {
  pthread_t thread{};
  mcheck::start_thread(&thread, false, function, argument);
  return mcheck::thread_number_of(thread);
}
[[gnu::weak]] void* __VERIFIER_join(long thread) {
  void* result = nullptr;
  mcheck::join_thread(mcheck::thread_with_number(static_cast<int>(thread)), &result);
  return result;
}

// For --dialect svcomp only.
void mcheck_runtime_reach_error() { mcheck::fail_as_called("reach_error"); }
void mcheck_runtime_verifier_error() { mcheck::fail_as_called("__VERIFIER_error"); }
// With abort() a program ends a path that it does not want to be explored.
void mcheck_runtime_end_of_path() { mcheck::assume_or_exit(false); }
}
// NOLINTEND
