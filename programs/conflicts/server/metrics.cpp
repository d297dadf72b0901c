// SPDX-License-Identifier: MIT
#include "metrics.hpp"

#include <algorithm>

namespace server {

std::size_t Histogram::bucket_of(long value) const {
  const auto bound = std::lower_bound(bounds_.begin(), bounds_.end(), value);
  return static_cast<std::size_t>(bound - bounds_.begin());
}

void Histogram::record(long value) {
  const std::size_t bucket = bucket_of(value);
  const std::lock_guard lock(mutex_);
  ++buckets_[bucket];  // planted 9 a
}

std::uint64_t Histogram::count() const {
  const std::lock_guard lock(mutex_);
  std::uint64_t sum = 0;
  for (const std::uint64_t each : buckets_) sum += each;
  return sum;
}

long Histogram::quantile(double share) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t all = 0;
  for (const std::uint64_t each : buckets_) all += each;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    below += buckets_[i];
    if (static_cast<double>(below) >= share * static_cast<double>(all)) return bounds_[i];
  }
  return bounds_.empty() ? 0 : bounds_.back();
}

// "Before a reset all threads are stopped."
void Histogram::reset() {
  std::fill(buckets_.begin(), buckets_.end(), 0);  // planted 9 b
}

void Window::add(long value) {
  const std::lock_guard lock(mutex_);
  values_.push_back(value);
  sum_ += value;
  if (values_.size() <= size_) return;
  sum_ -= values_.front();
  values_.pop_front();
}

double Window::mean() const {
  const std::lock_guard lock(mutex_);
  return values_.empty() ? 0 : static_cast<double>(sum_) / static_cast<double>(values_.size());
}

std::atomic<std::uint64_t>& Metrics::counter(const std::string& name) {
  {
    const std::shared_lock lock(mutex_);
    const auto known = counters_.find(name);
    if (known != counters_.end()) return *known->second;
  }
  const std::unique_lock lock(mutex_);
  auto& counter = counters_[name];
  if (counter == nullptr) counter = std::make_unique<std::atomic<std::uint64_t>>(0);
  return *counter;
}

Histogram& Metrics::histogram(const std::string& name) {
  const std::unique_lock lock(mutex_);
  auto& histogram = histograms_[name];
  if (histogram == nullptr) histogram = std::make_unique<Histogram>(std::vector<long>{1, 10, 100});
  return *histogram;
}

std::map<std::string, std::uint64_t> Metrics::counts() const {
  const std::shared_lock lock(mutex_);
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [name, counter] : counters_) counts[name] = counter->load();
  return counts;
}

}  // namespace server
