// SPDX-License-Identifier: MIT
// Explores tests that were written for the Relacy race detector:
//
//   struct handover : rl::test_suite<handover, 2> {
//     rl::atomic<int> ready;
//     rl::var<int> data;
//     void thread(unsigned index) {
//       if (index == 0) {
//         data($) = 42;
//         ready.store(1, rl::memory_order_release, $);
//       } else if (ready($).load(rl::memory_order_acquire) == 1) {
//         RL_ASSERT(data($) == 42);
//       }
//     }
//   };
//   int main() { rl::simulate<handover>(); }
//
//   mcheck c++ -std=c++20 handover.cpp -o handover && mcheck explore ./handover
//
// The types are the standard library's in Relacy's spelling: the code under test may use either. A
// suite is a test by its name: --test handover. Without `mcheck c++` a suite runs as often as its
// parameters say, on ordinary threads.
//
// Differs  An invariant is checked after each operation on a type of rl::. It needs the strategy
//          dfs or a random one, and reads nothing but rl::atomic and rl::var.
// Limits   no functions of Windows, no jvar, jvolatile or rl::ctx().
#pragma once

#include <mcheck/detail/relacy/atomic.hpp>
#include <mcheck/detail/relacy/data.hpp>
#include <mcheck/detail/relacy/locks.hpp>
#include <mcheck/detail/relacy/simulate.hpp>
#include <mcheck/detail/relacy/suite.hpp>
#include <mcheck/detail/relacy/threads.hpp>

#define $ (::rl::debug_info{})

#define VAR_T(type) ::rl::var<type>
#define TLS_T(type) ::rl::thread_local_var<type>
#define VAR(variable) variable($)

#define RL_NEW new
#define RL_DELETE(pointer) (delete (pointer))

#define RL_ASSERT(condition)                                  \
  (::rl::detail::note_condition(static_cast<bool>(condition)) \
       ? static_cast<void>(0)                                 \
       : __assert_fail(#condition, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))
#define RL_INVARIANT(condition) RL_ASSERT(condition)
