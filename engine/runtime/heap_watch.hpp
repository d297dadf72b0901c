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

#include "engine/runtime/backtrace.hpp"
#include "engine/runtime/leaks.hpp"
#include "engine/trace/failure.hpp"
#include "engine/world/heap.hpp"

namespace mcheck {

// Where a block was allocated, and, if it was, freed.
struct BlockStory {
  Backtrace allocated;
  Backtrace freed;
};

class HeapWatch {
 public:
  // REQUIRES: nothing has run yet; blocks that exist by now exist in every execution. From now on
  // blocks are checked.
  void start(bool with_pools);
  // Whether freed blocks may be reused by choice (reuse.hpp), of any size.
  void use_pools(bool use);
  void begin() { stories_.clear(), told_ = {}; }
  void capture(bool on) { capture_ = on; }
  [[nodiscard]] bool captures() const { return capture_; }

  void allocated(const Block& block, Backtrace at) { stories_[&block] = {std::move(at), {}}; }
  void freed(const Block& block, Backtrace at) { stories_[&block].freed = std::move(at); }
  // The failure that follows concerns this block.
  void tell(const Block& block);
  void tell(BlockStory story) { told_ = std::move(story); }
  [[nodiscard]] const BlockStory& told() const { return told_; }

  // "a block of 24 bytes that T1 allocated"
  [[nodiscard]] std::string text_of(const Block& block, const Execution& execution) const;
  [[nodiscard]] bool was_there(const Block& block) const;

  // The state of all blocks after the execution: whether one was corrupted, and whether any might
  // be a leak.
  [[nodiscard]] Heap::Left left(const World& world) const;
  // How one was corrupted. REQUIRES: one was.
  [[nodiscard]] Failure damage(const World& world, const Execution& execution);
  // Whether one is leaked.
  [[nodiscard]] std::optional<Failure> examine_leaks(const LeakQuestion& question);

 private:
  Failure damage_failure(const Damage& damage, const Execution& execution);

  std::uint32_t first_blocks_ = 0;  // of the first region
  bool capture_ = false;
  std::map<const Block*, BlockStory> stories_;
  BlockStory told_;
};

// Only frees whose caller is the program's own code are checked for races; by default all are.
void judge_frees_by(bool (*is_the_programs)(const void* caller));

// Whether the caller is the program's own code.
[[nodiscard]] bool is_judged(const void* caller);

// The execution ends here if the freed block was written to since.
void require_unchanged(const Block& block);

// The running thread is about to make its first recorded access to this memory: the execution ends
// here if it is outside of a block, or in a freed one.
void require_in_block(const void* address, std::size_t size, bool write);

// "right behind", "3 bytes behind"
[[nodiscard]] std::string distance_text(std::size_t distance, const char* where);
[[nodiscard]] std::string bytes_text(std::size_t count);

}  // namespace mcheck
