// SPDX-License-Identifier: MIT
// The links of std::list, std::map and similar containers are changed by functions that are
// compiled into the C++ library, without hooks: if two threads push_back to one list, they would
// have no visible conflicting access. So these functions are implemented here again, and report
// each link that they read or write.
//
// The engine uses such containers, too, and must not be reported: as for memcpy
// (hooks/memory_functions.cpp) there are two versions of each, mcheck_intercept_… and
// mcheck_real_…, and engine/unmodified.cmake decides which caller gets which. Where an
// uninstrumented library calls the first, mcheck sees as little of it as of the rest of that
// library.
#pragma once

#include <cstddef>

#include "engine/intercept/examination/program_code.hpp"
#include "engine/intercept/program/program_call.hpp"
#include "engine/runtime/data_races/accesses.hpp"

namespace mcheck {

// Reads and writes links, and reports the accesses for the caller.
class CheckedLinks {
 public:
  explicit CheckedLinks(const void* caller)
      : caller_(active_races != nullptr && on_program_thread() && is_program_code(caller)
                    ? caller
                    : nullptr) {}

  template <class Link>
  [[nodiscard]] Link get(const Link& link) const {
    if (caller_ != nullptr) wide_access(&link, kSize<Link>, false, caller_);
    return link;
  }
  template <class Link>
  void set(Link& link, Link value) const {
    if (caller_ != nullptr) wide_access(&link, kSize<Link>, true, caller_);
    link = value;
  }

 private:
  template <class Link>
  static constexpr std::size_t kSize = sizeof(Link);  // NOLINT(bugprone-sizeof-expression)

  const void* caller_;  // null: accesses are not reported
};

class UncheckedLinks {
 public:
  explicit UncheckedLinks(const void*) {}

  template <class Link>
  [[nodiscard]] Link get(const Link& link) const {
    return link;
  }
  template <class Link>
  void set(Link& link, Link value) const {
    link = value;
  }
};

}  // namespace mcheck
