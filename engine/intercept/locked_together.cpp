// SPDX-License-Identifier: MIT
#include "engine/intercept/locked_together.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <mcheck/detail/lock_all.hpp>

#include "engine/base/host_state.hpp"
#include "engine/host/variables.hpp"
#include "engine/runtime/call_stacks.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

// Mangled names: std::lock, and the types that its arguments may have.
constexpr std::string_view kLock = "_ZSt4lockI";
constexpr std::array<std::string_view, 8> kTypes = {
    "St5mutex",         "St15recursive_mutex",    "St11timed_mutex", "St21recursive_timed_mutex",
    "St12shared_mutex", "St18shared_timed_mutex", "St11unique_lock", "St11shared_lock"};

// A substitution, "S_", "S0_": a type that occurred before.
bool take_again(std::string_view& text) {
  const std::size_t end = text.find('_');
  if (!text.starts_with('S') || end == std::string_view::npos) return false;
  const std::string_view number = text.substr(1, end - 1);
  const auto counts = [](char each) {
    return (each >= '0' && each <= '9') || (each >= 'A' && each <= 'Z');
  };
  if (!std::ranges::all_of(number, counts)) return false;
  text.remove_prefix(end + 1);
  return true;
}

bool take_type(std::string_view& text) {
  for (const std::string_view type : kTypes) {
    if (!text.starts_with(type)) continue;
    text.remove_prefix(type.size());
    return true;
  }
  return take_again(text);
}

// "_ZSt4lockISt5mutexSt11unique_lockIS0_EJEEv…". Parsed here because the library's demangler calls
// memcpy, which is the program's function.
bool is_lock_of_librarys(std::string_view name) {
  name.remove_prefix(kLock.size());
  for (unsigned depth = 1; depth > 0 && !name.empty();) {
    const char first = name.front();
    if (first != 'I' && first != 'J' && first != 'E') {
      if (!take_type(name)) return false;
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
bool is_between(std::string_view name, bool innermost) {
  return name.starts_with("_ZNSt") || name.starts_with("_ZNKSt") || name.starts_with("_ZSt") ||
         (innermost && (name.empty() || name.find("__gthread_") != std::string_view::npos));
}

bool is_called_by_lock(const Backtrace& frames) {
  bool innermost = true;
  for (const std::uintptr_t frame : frames) {
    const auto* const code = reinterpret_cast<const void*>(frame);
    DebugInformation* const information = debug_information_at(code);
    if (information == nullptr) return false;
    std::vector<std::string_view> functions = information->functions_at(place_in_object(code));
    if (functions.empty()) return false;
    std::ranges::reverse(functions);
    for (const std::string_view name : functions) {
      if (name.starts_with(kLock)) return is_lock_of_librarys(name);
      if (!is_between(name, innermost)) return false;
      innermost = innermost && !name.starts_with("_ZNSt") && !name.starts_with("_ZSt");
    }
  }
  return false;
}

bool comes_from_lock(const void* caller) {
  struct Known {
    CallStacks stacks;
    std::map<StackId, bool> answers;
  };
  MCHECK_HOST_STATE static Known* known = nullptr;
  const OutsideWorld engine_at_work;
  Races* const watched = std::exchange(watching_races, nullptr);  // libraries here are not checked
  if (known == nullptr) known = new Known;
  const StackId stack = known->stacks.here(caller);
  const auto [entry, is_new] = known->answers.try_emplace(stack);
  if (is_new) entry->second = is_called_by_lock(known->stacks.frames(stack));
  watching_races = watched;
  Machine::current()->leave_no_traces();  // the first call must not differ from later ones
  return entry->second;
}

detail::AnyLock as_any(const LocksInARow::Held& held) {
  return {.lock = held.lock,
          .place = held.lock,
          .take = held.calls->take,
          .attempt = held.calls->attempt,
          .give_back = held.calls->give_back,
          .wait_until_free = held.calls->wait_until_free};
}

}  // namespace

thread_local constinit LocksInARow locks_in_a_row;

bool taken_together(void* lock, const LockCalls& calls, const void* caller) {
  LocksInARow& row = locks_in_a_row;
  if (row.count == 0 || row.count == row.held.size() || !comes_from_lock(caller)) return false;
  if (!row.again) {
    row.failed = lock;
    return false;
  }
  row.had(lock, calls);
  std::array<detail::AnyLock, std::tuple_size_v<decltype(row.held)>> locks{};
  const std::span all(locks.data(), row.count);
  for (std::size_t i = 0; i < row.count; ++i) all[i] = as_any(row.held[i]);
  for (std::size_t i = row.count - 1; i > 0; --i) all[i - 1].give_back(all[i - 1].lock);
  detail::lock_all_after(all, all.back());
  return true;
}

}  // namespace mcheck
