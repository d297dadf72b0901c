// SPDX-License-Identifier: MIT
// For `mcheck conflicts`: marks methods that read or write their object as a whole, as those of
// containers do.
//
//   class Registry {
//     void add(const std::string& name) {
//       MCHECK_WRITES(this);
//       …
//     }
//     bool has(const std::string& name) const {
//       MCHECK_READS(this);
//       …
//
// Conflicts of such a class are reported by the calls of its methods, at the calling lines: two
// reads do not conflict, a write conflicts with every other call, whatever they access. Place the
// mark at the beginning of the method, before it locks anything. It needs nothing else of mcheck,
// and does nothing in a program that `mcheck c++` did not compile.
#pragma once

#include <cstddef>

// Linked by `mcheck c++`.
extern "C" void mcheck_object_used(const void* object, std::size_t size, int writes)
    __attribute__((weak));

#define MCHECK_OBJECT_USED(object, writes) \
  (mcheck_object_used == nullptr ? void() : mcheck_object_used(object, sizeof *(object), writes))
#define MCHECK_READS(object) MCHECK_OBJECT_USED(object, 0)
#define MCHECK_WRITES(object) MCHECK_OBJECT_USED(object, 1)
