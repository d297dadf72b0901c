// SPDX-License-Identifier: MIT
// The links of std::list, std::map and their like are changed by functions that are compiled into
// the C++ library, where there are no hooks: two threads that push_back to one list would write
// nothing in common that anybody sees. So these functions stand here again, and tell of each link
// that they read or write.
//
// The engine uses such containers, too, and is not to be seen: as for memcpy (memory_functions.cpp)
// there are two of each, mcheck_seen_… and mcheck_real_…, and engine/unmodified.cmake says who gets
// which. Where a library without hooks calls the first, it is as unseen as the rest of that
// library.
#pragma once

#include "engine/intercept/blocks.hpp"
#include "engine/intercept/inside.hpp"
#include "engine/runtime/accesses.hpp"

namespace mcheck {

// Reads and writes links, on behalf of who called.
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
  const void* caller_;  // null: nobody watches
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
