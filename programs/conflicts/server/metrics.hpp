// SPDX-License-Identifier: MIT
// Lock-free counters, and histograms with a lock.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

namespace server {

class Histogram {
 public:
  explicit Histogram(std::vector<long> bounds)
      : bounds_(std::move(bounds)), buckets_(bounds_.size() + 1) {}

  void record(long value);
  [[nodiscard]] std::uint64_t count() const;
  // The bound that this share of all values does not exceed.
  [[nodiscard]] long quantile(double share) const;
  void reset();

 private:
  [[nodiscard]] std::size_t bucket_of(long value) const;

  const std::vector<long> bounds_;
  mutable std::mutex mutex_;
  std::vector<std::uint64_t> buckets_;
};

// The mean of the last values.
class Window {
 public:
  explicit Window(std::size_t size) : size_(size) {}

  void add(long value);
  [[nodiscard]] double mean() const;

 private:
  const std::size_t size_;
  mutable std::mutex mutex_;
  std::deque<long> values_;
  long sum_ = 0;
};

class Metrics {
 public:
  std::atomic<std::uint64_t>& counter(const std::string& name);
  Histogram& histogram(const std::string& name);
  [[nodiscard]] std::map<std::string, std::uint64_t> counts() const;

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::unique_ptr<std::atomic<std::uint64_t>>> counters_;
  std::map<std::string, std::unique_ptr<Histogram>> histograms_;
};

}  // namespace server
