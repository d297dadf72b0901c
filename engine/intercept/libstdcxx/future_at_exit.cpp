// SPDX-License-Identifier: MIT
// The C++ library makes a future ready at the end of a thread in code of its own, without hooks, so
// a thread that waits would not see the new status, nor new counts of references. It is done here
// again, with operations.
//
// A program that is linked statically with the C++ library calls this by --wrap:
// engine/unmodified.cmake.
#include "engine/intercept/libstdcxx/future_at_exit.hpp"

#include <future>
#include <memory>
#include <new>
#include <utility>

// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {
unsigned __tsan_atomic32_exchange(volatile void* at, unsigned value, int order);
int __tsan_atomic32_load(const volatile int* at, int order);
int __tsan_atomic32_fetch_sub(volatile int* at, int value, int order);
int __tsan_atomic32_compare_exchange_strong(volatile int* at, int* expected, int desired, int order,
                                            int failure_order);
}
// NOLINTEND(bugprone-reserved-identifier)

namespace mcheck {
namespace {

using FutureState = std::__future_base::_State_baseV2;
using ReferenceCounts = std::_Sp_counted_base<std::__default_lock_policy>;

// An explicit instantiation may name private members.
template <auto kStatus, auto kUses, auto kWeakUses>
struct PrivateMembers {
  friend auto status_member() { return kStatus; }
  friend auto uses_member() { return kUses; }
  friend auto weak_uses_member() { return kWeakUses; }
};
auto status_member();
auto uses_member();
auto weak_uses_member();
template struct PrivateMembers<&FutureState::_M_status, &ReferenceCounts::_M_use_count,
                               &ReferenceCounts::_M_weak_count>;

// _State_baseV2::_Make_ready, which is private: an entry of the library's list of what to do at the
// end of a thread, with a std::weak_ptr.
struct MakeReady {
  MakeReady* next;
  void (*run)(void*);
  FutureState* state;
  ReferenceCounts* counts;
};

thread_local MakeReady* made_ready_at_end = nullptr;

// std::weak_ptr::lock
bool add_reference(ReferenceCounts& counts) {
  int& uses = counts.*uses_member();
  int seen = __tsan_atomic32_load(&uses, __ATOMIC_RELAXED);
  while (seen != 0) {
    if (__tsan_atomic32_compare_exchange_strong(&uses, &seen, seen + 1, __ATOMIC_ACQ_REL,
                                                __ATOMIC_RELAXED) != 0)
      return true;
  }
  return false;
}

bool was_last(int& count) { return __tsan_atomic32_fetch_sub(&count, 1, __ATOMIC_ACQ_REL) == 1; }

void release_weak_reference(ReferenceCounts& counts) {
  if (was_last(counts.*weak_uses_member())) counts._M_destroy();
}

void release_reference(ReferenceCounts& counts) {
  if (!was_last(counts.*uses_member())) return;
  counts._M_dispose();
  release_weak_reference(counts);
}

void make_ready(FutureState& state) {
  constexpr unsigned kReady = 1;
  constexpr unsigned kWaiters = 1u << 31;
  auto& status = state.*status_member();
  const unsigned before = __tsan_atomic32_exchange(&status, kReady, __ATOMIC_RELEASE);
  if ((before & kWaiters) == 0) return;
  std::__atomic_futex_unsigned_base base;
  base._M_futex_notify_all(reinterpret_cast<unsigned*>(&status));
}

}  // namespace

// The last one first, as the library does.
void make_futures_ready() {
  while (made_ready_at_end != nullptr) {
    MakeReady* const entry = made_ready_at_end;
    made_ready_at_end = entry->next;
    if (add_reference(*entry->counts)) {
      make_ready(*entry->state);
      release_reference(*entry->counts);
    }
    release_weak_reference(*entry->counts);
    ::operator delete(entry, sizeof *entry);
  }
}

}  // namespace mcheck

// NOLINTBEGIN
extern "C" void mcheck_intercept__ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(
    mcheck::MakeReady* entry) {
  entry->next = std::exchange(mcheck::made_ready_at_end, entry);
}
// NOLINTEND
