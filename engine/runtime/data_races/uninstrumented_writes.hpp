// SPDX-License-Identifier: MIT
// Finds uninstrumented writes: by code compiled without hooks, by copies that a compiler expands,
// by functions of the C library. At the beginning of a step it copies the memory that threads can
// share. At the end it compares, and passes each changed byte that the thread has not reported in
// this step to the race detector, as a plain write of the step (races.hpp).
//
// It compares the executable's globals and the live blocks that the executable's own code
// allocated, but not stacks, thread-locals, mapped memory, and the libraries' own state. If a byte
// was written twice, or with the value that it had, the change is not seen.
//
// There are two modes. In observing mode, which the search switches on for a few executions,
// nothing fails: it only finds out whether other threads access the same bytes. If they do, the
// search starts again in checking mode, in which every step is compared and a race is a failure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/host_state.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/runtime/data_races/races.hpp"
#include "engine/search/execution/execution.hpp"

namespace mcheck {

class UninstrumentedWrites;

// The comparison that is active while a thread of the program runs; null: none.
MCHECK_HOST_STATE extern UninstrumentedWrites* write_check;
// The same, if also the location of each write is wanted.
MCHECK_HOST_STATE extern UninstrumentedWrites* write_locator;
// For the running thread. REQUIRES: write_locator.
void locate_writes(const void* caller);

class UninstrumentedWrites {
 public:
  // From the next execution on, until it is switched off.
  void observe(bool on) { observing_ = on; }
  // For good.
  void judge() { checking_ = true; }
  [[nodiscard]] bool is_checking() const { return checking_; }
  [[nodiscard]] bool is_on() const { return observing_ || checking_; }
  // Whether steps in observing mode were not compared, because earlier ones copied too much.
  [[nodiscard]] bool gave_up() const { return gave_up_; }

  // A thread continues. Trial steps are not compared.
  void begin_step(const ProgramMemory& program_memory, bool locates);
  // The step is over, or what follows is not the program's.
  void end_step();

  // The thread allocated or freed the block in this step: the heap writes there.
  void note_block(const void* begin, std::size_t size);
  // Records the stack for what has changed since the last call in the step.
  void locate(Races& races, const void* caller);

  // Passes unreported changes to the race detector. True if one races. `end` is the stack at the
  // end of the step.
  [[nodiscard]] bool check_step(Races& races, const Execution& execution, StackTable::Id end);

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
    StackTable::Id stack = 0;
  };

  void copy_memory(const std::byte* begin, std::size_t size);
  void copy_blocks(std::size_t place);
  [[nodiscard]] bool is_engine_memory(const std::byte* byte, const Execution& execution) const;
  [[nodiscard]] StackTable::Id stack_of(const std::byte* byte, StackTable::Id end) const;
  // Calls visit(first, size) for the bytes that differ from a copy, granule by granule, until it
  // returns true.
  template <class Visit>
  bool visit_changes(const std::vector<std::byte>& copy, const Visit& visit) const;

  bool observing_ = false;
  bool checking_ = false;
  bool gave_up_ = false;
  std::size_t copied_bytes_ = 0;  // in observing mode
  std::vector<Range> globals_;
  bool globals_known_ = false;
  std::vector<Piece> pieces_;
  std::vector<std::byte> before_;
  std::vector<std::byte> latest_;  // as locate() has seen it
  std::vector<Bytes> blocks_;
  std::vector<Located> located_;
};

// Properties of the program's code; by default the engine assumes hooks everywhere.
struct UninstrumentedCode {
  std::vector<std::string> (*names)() = nullptr;  // of linked objects
  bool (*has_atomics)() = nullptr;                // atomic instructions that no hook reports
  bool (*library_state_is_separate)() =
      nullptr;  // the C++ library's own state is not among the program's
};
void describe_uninstrumented_code(const UninstrumentedCode& code);

}  // namespace mcheck
