// SPDX-License-Identifier: MIT
// How an execution of a table program has ended, in terms that every way to run one shares.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tests/support/table/table.hpp"

namespace table {

enum class Ended : std::uint8_t { kNotStarted, kDone, kStuck, kFailed, kCutOff };

struct FinalThread {
  std::array<std::int16_t, kRegisters> r{};
  Ended ended = Ended::kNotStarted;

  friend bool operator==(const FinalThread&, const FinalThread&) = default;
};

struct FinalState {
  std::array<FinalThread, kMostThreads> threads{};  // the first `count` are valid
  std::uint8_t count = 0;
  std::array<std::int16_t, kObjects> x{};
  std::array<std::int16_t, kObjects> data{};

  [[nodiscard]] bool any(Ended ended) const;
  // Some thread waits for ever; waiting for a thread that has failed counts, too.
  [[nodiscard]] bool deadlock() const { return any(Ended::kStuck); }
  [[nodiscard]] bool failed() const { return any(Ended::kFailed); }
  [[nodiscard]] bool cut_off() const { return any(Ended::kCutOff); }

  friend bool operator==(const FinalState&, const FinalState&) = default;
};

// "T0 done 0 1, T1 stuck 0 0; x 1 0; d 0 0"
[[nodiscard]] std::string text(const FinalState& state);

}  // namespace table
