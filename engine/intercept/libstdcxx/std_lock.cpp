// SPDX-License-Identifier: MIT
#include "engine/intercept/libstdcxx/std_lock.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <mcheck/detail/lock_all.hpp>

#include "engine/base/host_state.hpp"
#include "engine/host/names/variable_names.hpp"
#include "engine/memory/heap/allocation.hpp"
#include "engine/runtime/conflicts/call_stacks.hpp"
#include "engine/runtime/machine/machine.hpp"

namespace mcheck {
namespace {

// Mangled names: std::lock, and the types that its arguments may have.
constexpr std::string_view kStdLock = "_ZSt4lockI";
constexpr std::array<std::string_view, 8> kLockTypes = {
    "St5mutex",         "St15recursive_mutex",    "St11timed_mutex", "St21recursive_timed_mutex",
    "St12shared_mutex", "St18shared_timed_mutex", "St11unique_lock", "St11shared_lock"};

// A substitution, "S_", "S0_": a type that occurred before.
bool skip_substitution(std::string_view& text) {
  const std::size_t end = text.find('_');
  if (!text.starts_with('S') || end == std::string_view::npos) return false;
  const std::string_view number = text.substr(1, end - 1);
  const auto is_sequence_digit = [](char character) {
    return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z');
  };
  if (!std::ranges::all_of(number, is_sequence_digit)) return false;
  text.remove_prefix(end + 1);
  return true;
}

bool skip_type(std::string_view& text) {
  for (const std::string_view type : kLockTypes) {
    if (!text.starts_with(type)) continue;
    text.remove_prefix(type.size());
    return true;
  }
  return skip_substitution(text);
}

// "_ZSt4lockISt5mutexSt11unique_lockIS0_EJEEv…". Parsed here because the library's demangler calls
// memcpy, which is the program's function.
bool locks_library_types(std::string_view name) {
  name.remove_prefix(kStdLock.size());
  for (unsigned depth = 1; depth > 0 && !name.empty();) {
    const char first = name.front();
    if (first != 'I' && first != 'J' && first != 'E') {
      if (!skip_type(name)) return false;
      continue;
    }
    depth = first == 'E' ? depth - 1 : depth + 1;
    name.remove_prefix(1);
    if (depth == 0) return true;
  }
  return false;
}

// Frames that may lie between std::lock and the hook: functions of namespace std, and the C
// functions on which the library's mutexes are built, which may have no name because they are
// static.
bool is_library_frame(std::string_view name, bool innermost) {
  return name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") || name.starts_with("_ZSt") ||
         (innermost && (name.empty() || name.find("__gthread_") != std::string_view::npos));
}

bool has_std_lock_frame(const Backtrace& frames) {
  bool innermost = true;
  for (const std::uintptr_t frame : frames) {
    const auto* const code = reinterpret_cast<const void*>(frame);
    DebugInformation* const information = debug_information_at(code);
    if (information == nullptr) return false;
    std::vector<std::string_view> functions = information->functions_at(offset_in_object(code));
    if (functions.empty()) return false;
    std::ranges::reverse(functions);
    for (const std::string_view name : functions) {
      if (name.starts_with(kStdLock)) return locks_library_types(name);
      if (!is_library_frame(name, innermost)) return false;
      innermost = innermost && !name.starts_with("_ZNSt") && !name.starts_with("_ZSt");
    }
  }
  return false;
}

bool is_called_by_std_lock(const void* caller) {
  struct Cache {
    CallStacks stacks;
    std::map<StackId, bool> answers;
  };
  MCHECK_HOST_STATE static Cache* cache = nullptr;
  const EngineAllocationScope engine_at_work;
  Races* const saved_races =
      std::exchange(active_races, nullptr);  // libraries here are not checked
  if (cache == nullptr) cache = new Cache;
  const StackId stack = cache->stacks.current_stack(caller);
  const auto [entry, is_new] = cache->answers.try_emplace(stack);
  if (is_new) entry->second = has_std_lock_frame(cache->stacks.frames(stack));
  active_races = saved_races;
  Machine::current()->clear_dead_stack();  // the first call must not differ from later ones
  return entry->second;
}

detail::AnyLock as_any(const LockSequence::Held& held) {
  return {.lock = held.lock,
          .mutex_address = held.lock,
          .acquire = held.operations->acquire,
          .try_acquire = held.operations->try_acquire,
          .release = held.operations->release,
          .wait_until_free = held.operations->wait_until_free};
}

}  // namespace

thread_local constinit LockSequence lock_sequence;

bool resolve_std_lock(void* lock, const LockOperations& operations, const void* caller) {
  LockSequence& sequence = lock_sequence;
  if (sequence.count == 0 || sequence.count == sequence.held.size() ||
      !is_called_by_std_lock(caller))
    return false;
  if (!sequence.is_second_round) {
    sequence.failed = lock;
    return false;
  }
  sequence.add_tried(lock, operations);
  std::array<detail::AnyLock, std::tuple_size_v<decltype(sequence.held)>> locks{};
  const std::span all(locks.data(), sequence.count);
  for (std::size_t i = 0; i < sequence.count; ++i) all[i] = as_any(sequence.held[i]);
  for (std::size_t i = sequence.count - 1; i > 0; --i) all[i - 1].release(all[i - 1].lock);
  detail::lock_all_after(all, all.back());
  return true;
}

}  // namespace mcheck
