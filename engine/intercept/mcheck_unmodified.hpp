// SPDX-License-Identifier: MIT
// What unmodified C++ programs are compiled with (-include): where libstdc++ would have them do
// what nobody can see, or again and again what one time says, they do it otherwise.
#pragma once
#pragma GCC system_header
#if defined(__cplusplus) && defined(__has_include)

// Before C++20 the methods of std::string and std::wstring are compiled into the C++ library, where
// there are no hooks. Now each program compiles its own, as C++20 does, and as _GLIBCXX_ASSERTIONS
// would: the library has no macro for it that a command line could set. With
// -D_GLIBCXX_EXTERN_TEMPLATE=1 all is left as it was.
#if !defined(_GLIBCXX_EXTERN_TEMPLATE)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif

// Before it waits for an atomic (a latch, a barrier), libstdc++ looks at it sixteen times. One look
// sees whatever sixteen can: that nothing has changed, or that something has, by a look that came
// later. This function is preferred to the library's, because it demands something: that nothing
// but a look is meant. Who wants a permit of a semaphore takes it in the same turn, and may fail
// while there are some: that is left as it is.
#if __cplusplus >= 202002L
#if __has_include(<bits/atomic_wait.h>)
#include <bits/atomic_wait.h>
#if defined(__cpp_lib_atomic_wait) && _GLIBCXX_RELEASE <= 14
namespace std::__detail {
template <typename _Predicate>
constexpr bool __mcheck_only_looks() {
  constexpr const char __taker[] = "semaphore";
  for (const char* __at = __PRETTY_FUNCTION__; *__at != 0; ++__at) {
    int __same = 0;
    while (__taker[__same] != 0 && __at[__same] == __taker[__same]) ++__same;
    if (__taker[__same] == 0) return false;
  }
  return true;
}
template <typename _Predicate, typename _Spin = __default_spin_policy>
requires(__mcheck_only_looks<_Predicate>()) bool __atomic_spin(_Predicate& __predicate,
                                                               _Spin = _Spin{}) noexcept {
  return __predicate();
}
}  // namespace std::__detail
#endif
#endif
#endif

#endif
