// SPDX-License-Identifier: MIT
// Finds writes that no hook reported: code that was compiled without hooks, copies that a compiler
// expands, functions of the C library. At the beginning of a step it copies the memory that threads
// can share; at the end it compares, and hands each changed byte that the thread has not reported
// in this step to the race detector, as a plain write of that step (races.hpp).
//
// Compared are the executable's globals and live blocks that the executable's own code allocated.
// Stacks, thread-locals, mapped memory and the libraries' own state are not. Where a byte was
// written twice, or with the value that it had, the change is not seen.
//
// Two modes. In looking mode, which the search switches on for a few executions, nothing fails: it
// only finds out whether unseen writes meet other threads' accesses. If they do, the search begins
// anew in judging mode, in which every step is compared and a race is a failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/runtime/races.hpp"
#include "engine/search/execution.hpp"
#include "engine/world/world.hpp"

namespace mcheck {

class UnseenWrites;

// The comparison that is under way, while a thread of the program runs; null: none is.
MCHECK_HOST_STATE extern UnseenWrites* watching_writes;
// The same, while also the place of each write is wanted.
MCHECK_HOST_STATE extern UnseenWrites* locating_writes;
// Of the thread that runs. REQUIRES: locating_writes.
void locate_writes(const void* caller);

class UnseenWrites {
 public:
  // From the next execution on, or until it is switched off.
  void look(bool on) { looks_ = on; }
  // For good.
  void judge() { judges_ = true; }
  [[nodiscard]] bool judges() const { return judges_; }
  [[nodiscard]] bool is_on() const { return looks_ || judges_; }
  // Whether a step in looking mode was not compared, because those before it took too much.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  // A thread goes on. Nothing is compared in steps that are only tried.
  void begin_step(const World& world, bool locates);
  // The step is over, or whatever comes is not the program's.
  void end_step();

  // The block was given to the thread in this step, or given back: what stands there is the heap's.
  void note_block(const void* begin, std::size_t size);
  // Notes the stack of what has changed since this was last called in the step.
  void locate(Races& races, const void* caller);

  // What has changed and was not reported, to the race detector. True if it races. `end` is the
  // stack where the step ended.
  [[nodiscard]] bool judge_step(Races& races, const Execution& execution, Stacks::Id end);

 private:
  struct Piece {
    const std::byte* begin = nullptr;
    std::size_t size = 0;
    std::size_t at = 0;  // in the copies
  };
  struct Bytes {
    const void* begin = nullptr;
    std::size_t size = 0;

    [[nodiscard]] bool holds(const void* address) const {
      return static_cast<std::size_t>(static_cast<const std::byte*>(address) -
                                      static_cast<const std::byte*>(begin)) < size;
    }
  };
  struct Located {
    Bytes bytes;
    Stacks::Id stack = 0;
  };

  void take(const std::byte* begin, std::size_t size);
  void take_blocks(std::size_t place);
  [[nodiscard]] bool is_the_engines(const std::byte* byte, const Execution& execution) const;
  [[nodiscard]] Stacks::Id stack_of(const std::byte* byte, Stacks::Id end) const;
  // Calls visit(first, size) for the bytes that differ from a copy, within aligned eights, until it
  // says true.
  template <class Visit>
  bool visit_changes(const std::vector<std::byte>& copy, const Visit& visit) const;

  bool looks_ = false;
  bool judges_ = false;
  bool gave_up_ = false;
  std::size_t spent_ = 0;  // bytes copied in looking mode
  std::vector<Range> globals_;
  bool globals_known_ = false;
  std::vector<Piece> pieces_;
  std::vector<std::byte> before_;
  std::vector<std::byte> latest_;  // as locate() has seen it
  std::vector<Bytes> blocks_;
  std::vector<Located> located_;
};

// What is to be known of the program's code; the engine's default is a program that has hooks
// everywhere.
struct CodeWithoutHooks {
  std::vector<std::string> (*names)() = nullptr;  // of objects that were linked
  bool (*has_atomics)() = nullptr;                // atomic instructions that no hook reports
  bool (*is_apart)() = nullptr;  // the C++ library's own state is not among the program's
};
void describe_code_without_hooks(const CodeWithoutHooks& code);

}  // namespace mcheck
