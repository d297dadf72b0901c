// SPDX-License-Identifier: MIT
// Before C++20 the methods of std::string and std::wstring are compiled into the C++ library, where
// there are no hooks. This header, which unmodified programs are compiled with (-include), has each
// of them compile its own, as C++20 does, and as _GLIBCXX_ASSERTIONS would: the library has no
// macro for it that a command line could set. With -D_GLIBCXX_EXTERN_TEMPLATE=1 all is left as it
// was.
#pragma once
#pragma GCC system_header
#if defined(__cplusplus) && !defined(_GLIBCXX_EXTERN_TEMPLATE) && defined(__has_include)
#if __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
#endif
