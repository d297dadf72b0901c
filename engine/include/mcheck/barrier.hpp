// SPDX-License-Identifier: MIT
// <barrier>, modelled: threads that wait for each other, repeatedly.
//
// The last thread to arrive in a phase runs the completion function; then the others continue. More
// arrivals than expected fail the execution.
//
//   mcheck::barrier both{2, "both"};
//   mcheck::barrier counted{2, [&]() noexcept { ++rounds; }, "counted"};
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <mcheck/detail/counting.hpp>

namespace mcheck {

namespace detail {

struct NoCompletion {
  constexpr void operator()() const noexcept {}
};

}  // namespace detail

template <class Completion = detail::NoCompletion>
class barrier {
 public:
  class arrival_token {
   public:
    arrival_token(arrival_token&&) noexcept = default;
    arrival_token& operator=(arrival_token&&) noexcept = default;

   private:
    friend class barrier;
    explicit arrival_token(std::uint64_t phase) : phase_(phase) {}

    std::uint64_t phase_;
  };

  constexpr explicit barrier(std::ptrdiff_t expected, Completion completion = Completion(),
                             const char* name = nullptr)
      : gate_(expected, name), completion_(std::move(completion)) {
    if (!std::is_constant_evaluated()) detail::begin_barrier(gate_);
  }
  constexpr barrier(std::ptrdiff_t expected,
                    const char* name) requires std::is_same_v<Completion, detail::NoCompletion>
      : barrier(expected, Completion(), name) {}
  ~barrier() { detail::end_barrier(gate_); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  [[nodiscard]] static constexpr std::ptrdiff_t max() noexcept { return 0x7fff'ffff; }

  [[nodiscard]] arrival_token arrive(std::ptrdiff_t by = 1) {
    return arrival_token(arrive_as(by, detail::Afterwards::kStay));
  }
  void wait(arrival_token&& arrival) const { detail::wait(gate_, arrival.phase_); }
  void arrive_and_wait() { wait(arrive()); }
  void arrive_and_drop() { arrive_as(1, detail::Afterwards::kDropOut); }

 private:
  // An exception from the completion function ends the program.
  std::uint64_t arrive_as(std::ptrdiff_t by, detail::Afterwards afterwards) noexcept {
    const detail::Arrival arrival = detail::arrive(gate_, by, afterwards);
    if (arrival.last) {
      completion_();
      detail::next_phase(gate_);
    }
    return arrival.phase;
  }

  mutable detail::Gate gate_;
  Completion completion_;
};

barrier(std::ptrdiff_t, const char*)->barrier<>;

}  // namespace mcheck
