// SPDX-License-Identifier: MIT
// The compiler includes this header first in unmodified C++ programs (-include). It changes
// libstdc++ where its functions would be uninstrumented, or would repeat a read that once is
// enough.
#pragma once
#pragma GCC system_header
#if defined(__cplusplus) && defined(__has_include)

// Before C++20 the members of std::string and std::wstring are compiled into the C++ library,
// without hooks. With this macro each program compiles its own, as in C++20 and with
// _GLIBCXX_ASSERTIONS: the library has no macro for it that a command line could set.
// -D_GLIBCXX_EXTERN_TEMPLATE=1 switches this off.
#if !defined(_GLIBCXX_EXTERN_TEMPLATE)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif

// Before it waits for an atomic (a latch, a barrier), libstdc++ reads it sixteen times. One read
// observes whatever sixteen can: that nothing has changed, or, if it comes later, that something
// has. Overload resolution prefers this function to the library's because of its constraint: that
// the predicate only reads. The predicate of a semaphore also takes a permit, and may fail while
// there are some: it keeps the library's function.
#if __cplusplus >= 202002L
#if __has_include(<bits/atomic_wait.h>)
#include <bits/atomic_wait.h>
#if defined(__cpp_lib_atomic_wait) && _GLIBCXX_RELEASE <= 14
namespace std::__detail {
template <typename _Predicate>
constexpr bool __mcheck_only_reads() {
  constexpr const char __acquirer[] = "semaphore";
  for (const char* __at = __PRETTY_FUNCTION__; *__at != 0; ++__at) {
    int __same = 0;
    while (__acquirer[__same] != 0 && __at[__same] == __acquirer[__same]) ++__same;
    if (__acquirer[__same] == 0) return false;
  }
  return true;
}
template <typename _Predicate, typename _Spin = __default_spin_policy>
requires(__mcheck_only_reads<_Predicate>()) bool __atomic_spin(_Predicate& __predicate,
                                                               _Spin = _Spin{}) noexcept {
  return __predicate();
}
}  // namespace std::__detail
#endif
#endif
#endif

#endif
