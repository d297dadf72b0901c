// SPDX-License-Identifier: MIT
// Heap errors of the program, reported as failures: when it frees a block, at each access that
// hooks see, and, for uninstrumented code, at the end of an execution.
//
// Messages follow from the trace alone. Where a block was allocated and freed is known only while
// that is captured; the report adds it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "engine/memory/heap/heap.hpp"
#include "engine/runtime/machine/backtrace.hpp"
#include "engine/runtime/memory/leaks.hpp"
#include "engine/trace/failures/failure.hpp"

namespace mcheck {

// Where a block was allocated, and, if it was, freed.
struct BlockHistory {
  Backtrace allocated;
  Backtrace freed;
};

class HeapChecker {
 public:
  // REQUIRES: nothing has run yet; blocks that exist by now exist in every execution. From now on
  // blocks are checked.
  void start(bool with_pools);
  // Whether freed blocks may be reused by choice (reuse.hpp), of any size.
  void use_pools(bool use);
  void begin() { histories_.clear(), reported_ = {}; }
  void capture(bool on) { capture_ = on; }
  [[nodiscard]] bool captures() const { return capture_; }

  void allocated(const Block& block, Backtrace at) { histories_[&block] = {std::move(at), {}}; }
  void freed(const Block& block, Backtrace at) { histories_[&block].freed = std::move(at); }
  // The failure that follows concerns this block.
  void report(const Block& block);
  void report(BlockHistory history) { reported_ = std::move(history); }
  [[nodiscard]] const BlockHistory& reported() const { return reported_; }

  // "a block of 24 bytes that T1 allocated"
  [[nodiscard]] std::string text_of(const Block& block, const Execution& execution) const;
  [[nodiscard]] bool predates_execution(const Block& block) const;

  // The state of all blocks after the execution: whether one was corrupted, and whether any might
  // be a leak.
  [[nodiscard]] Heap::BlockSummary summary(const ProgramMemory& program_memory) const;
  // How one was corrupted. REQUIRES: one was.
  [[nodiscard]] Failure corruption(const ProgramMemory& program_memory, const Execution& execution);
  // Whether one is leaked.
  [[nodiscard]] std::optional<Failure> examine_leaks(const LeakQuery& query);

 private:
  Failure corruption_failure(const HeapCorruption& corruption, const Execution& execution);

  std::uint32_t initial_blocks_ = 0;  // of the first region
  bool capture_ = false;
  std::map<const Block*, BlockHistory> histories_;
  BlockHistory reported_;
};

// Only frees whose caller is the program's own code are checked for races; by default all are.
void set_is_program_caller(bool (*is_program_code)(const void* caller));

// Whether the caller is the program's own code.
[[nodiscard]] bool is_program_caller(const void* caller);

// The execution ends here if the freed block was written to since.
void require_unchanged(const Block& block);

// The running thread is about to make its first recorded access to this memory: the execution ends
// here if it is outside of a block, or in a freed one.
void require_in_block(const void* address, std::size_t size, bool write);

// "right behind", "3 bytes behind"
[[nodiscard]] std::string distance_text(std::size_t distance, const char* where);
[[nodiscard]] std::string bytes_text(std::size_t count);

}  // namespace mcheck
