// SPDX-License-Identifier: MIT
// The links of std::list, std::map and similar containers are changed by functions that are
// compiled into the C++ library, without hooks: if two threads push_back to one list, they would
// have no visible conflicting access. So these functions are implemented here again, and report
// each link that they read or write.
//
// The engine uses such containers, too, and must not be reported: as for memcpy
// (hooks/memory_functions.cpp) there are two versions of each, mcheck_seen_… and mcheck_real_…, and
// engine/unmodified.cmake decides which caller gets which. Where an uninstrumented library calls
// the first, mcheck sees as little of it as of the rest of that library.
#pragma once

#include "engine/intercept/blocks.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/runtime/accesses.hpp"

namespace mcheck {

// Reads and writes links, and reports the accesses for the caller.
class SeenLinks {
 public:
  explicit SeenLinks(const void* caller)
      : caller_(watching_races != nullptr && inside() && is_the_programs(caller) ? caller
                                                                                 : nullptr) {}

  template <class Link>
  [[nodiscard]] Link get(const Link& link) const {
    if (caller_ != nullptr) wide_access(&link, sizeof link, false, caller_);
    return link;
  }
  template <class Link>
  void set(Link& link, Link value) const {
    if (caller_ != nullptr) wide_access(&link, sizeof link, true, caller_);
    link = value;
  }

 private:
  const void* caller_;  // null: accesses are not reported
};

class UnseenLinks {
 public:
  explicit UnseenLinks(const void*) {}

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
