// SPDX-License-Identifier: MIT
// Evidence that reuse of freed memory may matter to the program: looked for after each execution
// without reuse, so that only those programs are searched with reuse for which it may make a
// difference (docs/decisions/0011-where-freed-memory-is-had-again.md).
//
// The evidence is two blocks of one size, one of which may have been freed before the other was
// allocated, and whose addresses were both in atomics. Had the second been at the address of the
// first, a compare_exchange could have mistaken it for that one (ABA).
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
  // An execution that has ended.
  struct Question {
    const World& (*world)() = nullptr;  // a function: most often it is not needed
    const Execution& execution;
    std::span<const std::string> wide_values;
    ThreadId (*thread_at)(const void* address) = nullptr;
    std::uint64_t rooms = 0;  // sizes that are reused already
    std::size_t known = 0;    // the first events that are equal to those of the last query
  };

  // A block is freed whose address other threads may know.
  void note_free() { frees_ = true; }
  void look(const Question& question);

  // The sizes for which reuse may matter: a bit for each multiple of 16 bytes.
  [[nodiscard]] std::uint64_t rooms() const { return rooms_; }
  // Reuse may matter for larger blocks.
  [[nodiscard]] bool of_large() const { return of_large_; }
  // Whether there was any freed block that could have been reused, and was not.
  [[nodiscard]] bool could_be() const { return could_be_; }

  void pack(Packed& packed) const;
  void learn(Packed& packed);

 private:
  bool may_hold_addresses(const Question& question);

  bool frees_ = false;
  bool could_be_ = false;
  bool of_large_ = false;
  std::uint64_t rooms_ = 0;
  // No event before this one holds an address; whether this one may.
  std::size_t held_by_ = 0;
  const Execution* asked_of_ = nullptr;
  bool holds_ = false;
  std::vector<const Block*> freed_;  // of the current execution
};

// The largest size that is reused by choice, and its bit; 0: none.
inline constexpr std::size_t kLargestReused = 1024;
[[nodiscard]] constexpr std::uint64_t reuse_bit(std::size_t room) {
  return room > kLargestReused ? 0 : std::uint64_t{1} << (room / 16 - 1);
}

}  // namespace mcheck
