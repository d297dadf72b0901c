// SPDX-License-Identifier: MIT
// For `mcheck conflicts`: methods that use their object as a whole, as those of containers do.
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
// A class with one of these in a method is told by the calls of its methods, at the lines that call
// them: two that read are in nobody's way, one that writes is in the way of all others, whatever
// they touch. Stands at the beginning of the method, under no lock of its own. Needs nothing of
// mcheck: in a program that was not compiled by `mcheck c++` it does nothing.
#pragma once

#include <cstddef>

// Brought by `mcheck c++`.
extern "C" void mcheck_object_used(const void* object, std::size_t size, int writes)
    __attribute__((weak));

#define MCHECK_OBJECT_USED(object, writes) \
  (mcheck_object_used == nullptr ? void() : mcheck_object_used(object, sizeof *(object), writes))
#define MCHECK_READS(object) MCHECK_OBJECT_USED(object, 0)
#define MCHECK_WRITES(object) MCHECK_OBJECT_USED(object, 1)
