// SPDX-License-Identifier: MIT
// From the calls of a thread at an atomic operation to its place in the user's code, by the debug
// information.
//
// The functions of <atomic> and the like are seen through: their caller is the place, whether or
// not they were inlined. What any other library does with atomics has no place: its user cannot
// change the orders there.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>

#include "engine/runtime/machine/backtrace.hpp"

namespace mcheck {

struct AtomicPlace {
  std::string file{};
  int line = 0;
  int column = 0;  // 0: unknown

  friend auto operator<=>(const AtomicPlace&, const AtomicPlace&) = default;
};

class AtomicPlaces {
 public:
  // Whether a call need not be followed by its callers. Allocates nothing.
  [[nodiscard]] bool is_last(std::uintptr_t call) const;
  // Null: there is none. The innermost call first.
  [[nodiscard]] const AtomicPlace* find(const Backtrace& calls);

 private:
  // What a call belongs to: functions to see through, a place, or, without one, a library.
  struct Code {
    bool is_transparent = true;
    const AtomicPlace* place = nullptr;
  };
  Code resolve(std::uintptr_t call);

  std::unordered_map<std::uintptr_t, Code> codes_;
  std::set<AtomicPlace> places_;
};

}  // namespace mcheck
