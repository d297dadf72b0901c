// SPDX-License-Identifier: MIT
// What the program does wrong with its blocks of memory, told as failures: where it gives one back,
// at each access that hooks see, and, for what nobody saw, at the end of an execution.
//
// Messages follow from the trace alone. Where a block was allocated and freed is known only while
// that is captured, and is added by who tells the failure.
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

// Where a block was allocated, and, if it was, given back.
struct BlockStory {
  Backtrace allocated;
  Backtrace freed;
};

class HeapWatch {
 public:
  // REQUIRES: nothing has run yet; what is allocated by now is there from the beginning.
  // From now on blocks are watched.
  void start(bool with_pools);
  // Whether freed blocks may be had again by choice (reuse.hpp), of whatever size.
  void use_pools(bool use);
  void begin() { stories_.clear(), told_ = {}; }
  void capture(bool on) { capture_ = on; }
  [[nodiscard]] bool captures() const { return capture_; }

  void allocated(const Block& block, Backtrace at) { stories_[&block] = {std::move(at), {}}; }
  void freed(const Block& block, Backtrace at) { stories_[&block].freed = std::move(at); }
  // The failure that comes now is about this block.
  void tell(const Block& block);
  void tell(BlockStory story) { told_ = std::move(story); }
  [[nodiscard]] const BlockStory& told() const { return told_; }

  // "a block of 24 bytes that T1 allocated"
  [[nodiscard]] std::string text_of(const Block& block, const Execution& execution) const;
  [[nodiscard]] bool was_there(const Block& block) const;

  // What is to be said of the blocks now that the execution has ended: whether one was changed, and
  // whether any is left that might be lost.
  [[nodiscard]] Heap::Left left(const World& world) const;
  // How one was changed. REQUIRES: one was.
  [[nodiscard]] Failure damage(const World& world, const Execution& execution);
  // Whether one is lost.
  [[nodiscard]] std::optional<Failure> examine_leaks(const LeakQuestion& question);

 private:
  Failure damage_failure(const Damage& damage, const Execution& execution);

  std::uint32_t first_blocks_ = 0;  // of the first place
  bool capture_ = false;
  std::map<const Block*, BlockStory> stories_;
  BlockStory told_;
};

// Of a free only those count for races whose caller is the program's own; by default all do.
void judge_frees_by(bool (*is_the_programs)(const void* caller));

// Whether what that caller does counts.
[[nodiscard]] bool is_judged(const void* caller);

// The execution ends here if the freed block was written to since.
void require_unchanged(const Block& block);

// The running thread is about to access memory that hooks see, and nothing is known of it yet: the
// execution ends here if that is beyond a block, or not one any more.
void require_in_block(const void* address, std::size_t size, bool write);

// "right behind", "3 bytes behind"
[[nodiscard]] std::string distance_text(std::size_t distance, const char* where);
[[nodiscard]] std::string bytes_text(std::size_t count);

}  // namespace mcheck
