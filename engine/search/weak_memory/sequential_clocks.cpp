// SPDX-License-Identifier: MIT
#include "engine/search/weak_memory/sequential_clocks.hpp"

#include <algorithm>
#include <utility>

#include "engine/trace/order/dependency.hpp"

namespace mcheck {
namespace {

std::size_t threads_after(const Event& event) {
  const std::size_t one = index(event.thread) + std::size_t{1};
  return event.operation.kind == Kind::kSpawn ? std::max<std::size_t>(one, event.result + 1) : one;
}

}  // namespace

std::uint32_t SequentialClocks::new_row(std::uint32_t copied) {
  const std::size_t end = (used_ + std::size_t{1}) * width_;
  if (rows_.size() < end) rows_.resize(2 * end);
  std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(copied * width_), width_,
              rows_.begin() + static_cast<std::ptrdiff_t>(used_ * width_));
  return used_++;
}

void SequentialClocks::join(std::uint32_t into, std::uint32_t other) {
  if (other == kNoRow) return;
  std::uint32_t* const to = rows_.data() + into * width_;
  const std::uint32_t* const from = rows_.data() + other * width_;
  for (std::size_t t = 0; t < width_; ++t) to[t] = std::max(to[t], from[t]);
}

// Every row grows. This is rare in the life of a process.
void SequentialClocks::widen(std::size_t threads) {
  const std::size_t width = (threads + kBlock - 1) / kBlock * kBlock;
  std::vector<std::uint32_t> wider(used_ * width);
  for (std::size_t i = 0; i < used_; ++i) {
    std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(i * width_), width_,
                wider.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  rows_ = std::move(wider);
  width_ = width;
}

void SequentialClocks::append(const Event& event, bool acts_on_newest) {
  if (threads_after(event) > width_) widen(threads_after(event));
  std::uint32_t& last = threads_[index(event.thread)];
  Step& step = steps_.emplace_back();
  step.thread = event.thread;
  step.last = last;
  step.older = !acts_on_newest;
  step.rows = used_;
  older_ += step.older ? 1 : 0;
  const std::uint32_t own = step.own = new_row(last);
  if (event.cause != kNone) join(own, steps_[event.cause].own);
  if (event.operation.kind == Kind::kJoin) join(own, threads_[event.operation.a]);
  if (touches_object(event.operation)) {
    const std::uint32_t version = event.version_before;
    const std::uint32_t newest = std::max(version, event.version_after + 1);
    if (writers_.size() <= newest) {
      writers_.resize(2 * newest + 1);
      readers_.resize(2 * newest + 1);
    }
    join(own, writers_[version]);
    if (event.version_after != kNone) {
      join(own, readers_[version]);
      step.written = event.version_after;
      writers_[event.version_after] = own;
      readers_[event.version_after] = kNoRow;
    }
  }
  rows_[own * width_ + index(event.thread)] = event.index + 1;
  if (touches_object(event.operation) && event.version_after == kNone) {
    step.version = event.version_before;
    step.readers = readers_[step.version];
    if (step.readers == kNoRow) {
      readers_[step.version] = own;
    } else {
      const std::uint32_t joined = new_row(own);
      join(joined, step.readers);
      readers_[step.version] = joined;
    }
  }
  last = own;
  if (event.operation.kind == Kind::kSpawn) {
    step.spawned = ThreadId(event.result);
    threads_[event.result] = own;
  }
}

void SequentialClocks::cut(std::size_t events) {
  while (steps_.size() > events) {
    const Step& step = steps_.back();
    threads_[index(step.thread)] = step.last;
    if (step.spawned != kMainThread) threads_[index(step.spawned)] = kNoRow;
    if (step.version != kNone) readers_[step.version] = step.readers;
    if (step.written != kNone) writers_[step.written] = readers_[step.written] = kNoRow;
    older_ -= step.older ? 1 : 0;
    used_ = step.rows;
    steps_.pop_back();
  }
}

}  // namespace mcheck
