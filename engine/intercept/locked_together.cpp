// SPDX-License-Identifier: MIT
#include "engine/intercept/locked_together.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

#include <mcheck/detail/lock_all.hpp>

#include "engine/base/host_state.hpp"
#include "engine/host/variables.hpp"
#include "engine/runtime/call_stacks.hpp"
#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {
namespace {

// As the linker has it.
constexpr std::string_view kLock = "_ZSt4lockI";
// As it is read.
constexpr std::string_view kLockBegins = "void std::lock<";
constexpr std::array<std::string_view, 6> kMutexes = {
    "std::mutex",        "std::recursive_mutex",   "std::timed_mutex", "std::recursive_timed_mutex",
    "std::shared_mutex", "std::shared_timed_mutex"};

bool is_mutex(std::string_view type) { return std::ranges::find(kMutexes, type) != kMutexes.end(); }

// A mutex, or a guard of one.
bool is_the_librarys(std::string_view type) {
  for (const std::string_view guard : {"std::unique_lock<", "std::shared_lock<"}) {
    if (!type.starts_with(guard)) continue;
    type.remove_prefix(guard.size());
    return type.ends_with('>') && is_mutex(type.substr(0, type.size() - 1));
  }
  return is_mutex(type);
}

// "void std::lock<std::mutex, std::unique_lock<std::mutex> >(std::mutex&, …)"
bool locks_the_librarys(std::string_view text) {
  if (!text.starts_with(kLockBegins)) return false;
  text = text.substr(kLockBegins.size(), text.find('(') - kLockBegins.size());
  text = text.substr(0, text.rfind('>'));
  for (;;) {
    const std::size_t comma = text.find(',');
    std::string_view type = text.substr(0, comma);
    while (type.starts_with(' ')) type.remove_prefix(1);
    std::string tight(type);
    std::erase(tight, ' ');
    if (!is_the_librarys(tight)) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool is_lock_of_librarys(std::string_view name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status);
  const bool is = status == 0 && locks_the_librarys(text);
  std::free(text);
  return is;
}

// That it calls, and whoever else: a function of namespace std, or the C functions around which
// the library's mutexes are made, which as static ones may have no name.
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
  if (known == nullptr) known = new Known;
  const StackId stack = known->stacks.here(caller);
  const auto [entry, is_new] = known->answers.try_emplace(stack);
  if (is_new) entry->second = is_called_by_lock(known->stacks.frames(stack));
  Machine::current()->leave_no_traces();  // the first time is not to differ from others
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
