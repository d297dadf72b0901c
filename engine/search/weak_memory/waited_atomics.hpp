// SPDX-License-Identifier: MIT
// The atomics that threads wait for (wait, notify, futexes). A wait and a notify look at the newest
// value and at who waits, in one step; so all operations on such an atomic act on its newest
// version. Which atomics these are is found out on the way: if one is new, the search starts again.
#pragma once

#include <cstddef>
#include <unordered_set>

namespace mcheck {

class WaitedAtomics {
 public:
  [[nodiscard]] bool has(const void* address) const { return all_.contains(address); }
  void add(const void* address) { has_news_ |= all_.insert(address).second; }
  [[nodiscard]] bool has_any() const { return !all_.empty(); }
  void begin_search() { has_news_ = false; }
  // Whether one was added since.
  [[nodiscard]] bool has_news() const { return has_news_; }

 private:
  std::unordered_set<const void*> all_;
  bool has_news_ = false;
};

}  // namespace mcheck
