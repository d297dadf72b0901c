// SPDX-License-Identifier: MIT
// Signs that it may matter to the program when freed memory is had again: found after each
// execution in which nothing of the kind happened, so that only those programs are searched with it
// that could tell (docs/decisions/0011-where-freed-memory-is-had-again.md).
//
// The sign is two blocks of one size, of which one may have been given back before the other was
// had, and whose addresses both stood in atomics. Had the second been at the address of the first,
// a compare_exchange could have taken it for that one (ABA).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/runtime/journal.hpp"
#include "engine/search/execution.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class ReuseSigns {
 public:
  // An execution, as it has ended.
  struct Question {
    const World& (*world)() = nullptr;  // most often nobody asks
    const Execution& execution;
    std::span<const std::string> wide_values;
    ThreadId (*thread_at)(const void* address) = nullptr;
    std::uint64_t rooms = 0;  // those of which it is known already
    std::size_t known = 0;    // so many of the first events are the last question's
  };

  // A block is given back that others may know.
  void note_free() { frees_ = true; }
  void look(const Question& question);

  // Of which blocks it may matter: a bit for each multiple of 16 bytes.
  [[nodiscard]] std::uint64_t rooms() const { return rooms_; }
  // So it may for larger ones.
  [[nodiscard]] bool of_large() const { return of_large_; }
  // Whether there was a freed block at all that could have been had again, and was not.
  [[nodiscard]] bool could_be() const { return could_be_; }

  void pack(Packed& packed) const;
  void learn(Packed& packed);

 private:
  bool may_hold_addresses(const Question& question);

  bool frees_ = false;
  bool could_be_ = false;
  bool of_large_ = false;
  std::uint64_t rooms_ = 0;
  // No event before that one holds an address; whether that one may.
  std::size_t held_by_ = 0;
  const Execution* asked_of_ = nullptr;
  bool holds_ = false;
  std::vector<const Block*> freed_;  // of the execution at hand
};

// The largest of which it can be chosen, and its bit; 0: it cannot.
inline constexpr std::size_t kLargestReused = 1024;
[[nodiscard]] constexpr std::uint64_t reuse_bit(std::size_t room) {
  return room > kLargestReused ? 0 : std::uint64_t{1} << (room / 16 - 1);
}

}  // namespace mcheck
