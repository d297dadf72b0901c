// SPDX-License-Identifier: MIT
#include "dpor/minimise/prefix_classes.hpp"

#include <algorithm>

namespace mcheck {

void PrefixClasses::keep(std::size_t steps) {
  const std::size_t events = steps < events_at_.size() ? events_at_[steps] : 0;
  prefix_sums_.resize(std::min(prefix_sums_.size(), events + 1));
  events_at_.resize(std::min(events_at_.size(), steps));
  threads_.clear();
}

Fingerprint PrefixClasses::class_at(const View& view) {
  const std::span<const Event> events = view.execution.events();
  if (prefix_sums_.empty()) prefix_sums_.emplace_back();
  const std::size_t known_events = std::min(prefix_sums_.size() - 1, events.size());
  prefix_sums_.resize(known_events + 1);
  const std::span<const ThreadRecord> records = view.execution.threads();
  if (threads_.size() != records.size()) {
    threads_.clear();
    for (const ThreadRecord& record : records) {  // by path
      threads_.push_back({record.id, view.execution.identities().path_key(record.id)});
    }
  }
  order_.update(events, view.execution.versions(), known_events);
  sum_.restore(prefix_sums_.back());
  for (std::size_t i = known_events; i < events.size(); ++i) {
    sum_.add(events[i], order_.all(i), threads_);
    prefix_sums_.push_back(sum_.value());
  }
  events_at_.resize(view.step);
  events_at_.push_back(events.size());
  return prefix_sums_.back();
}

}  // namespace mcheck
