// SPDX-License-Identifier: MIT
// The memory orders of the programs in this folder, and their mutants: a program that is started
// with the name of a place weakens the order of the operation there, or omits the fence.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace weak {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kAcquire = std::memory_order_acquire;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcqRel = std::memory_order_acq_rel;
constexpr auto kSeqCst = std::memory_order_seq_cst;

inline const char* mutant = "";  // the place that is weak

inline bool is_weak(const char* place) { return std::strcmp(place, mutant) == 0; }

// The order at a place: the right one, or else the one of its mutant.
inline std::memory_order at(const char* place, std::memory_order right,
                            std::memory_order wrong = kRelaxed) {
  return is_weak(place) ? wrong : right;
}

// Reads the mutant from the arguments of main(). Any other name than those of the places: exit
// code 2.
inline void choose(int count, char** arguments, std::initializer_list<const char*> places) {
  if (count < 2) return;
  mutant = arguments[1];
  for (const char* place : places) {
    if (is_weak(place)) return;
  }
  std::fprintf(stderr, "no place '%s'\n", mutant);
  std::exit(2);
}

}  // namespace weak
