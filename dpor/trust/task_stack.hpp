// SPDX-License-Identifier: MIT
// The tasks to run, newest first; the oldest can be removed.
//
// Tasks that follow from one execution, a family, consist of most of its steps and a few of their
// own. The execution is stored once for all of them, and each task is a list of pieces of it. So n
// children of an execution of n steps take O(n) memory if each has few pieces. Steps, pieces and
// pins are stored contiguously, so that no task allocates memory; the memory of a family is freed
// with its last task.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dpor/trust/task.hpp"

namespace mcheck::trust {

class TaskStack {
 public:
  // How much storage is in use.
  struct StorageSize {
    std::size_t steps = 0;
    std::size_t pieces = 0;
    std::size_t pins = 0;

    friend bool operator==(const StorageSize&, const StorageSize&) = default;
  };
  // A task without its steps.
  struct Entry {
    StorageSize storage_before;  // in use before its family, which needs nothing of that
    std::size_t first_piece = 0;
    std::size_t first_pin = 0;
    std::uint32_t pieces = 0;
    std::uint32_t pins = 0;
    std::uint32_t length = 0;
    std::uint32_t new_write = kNone;
    std::uint32_t threads = 0;
    std::uint32_t shared_prefix =
        0;  // once sorted: the steps that it shares with the execution from the start
  };

  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] std::size_t size() const { return entries_.size() - oldest_; }
  // The oldest first.
  [[nodiscard]] std::span<const Entry> entries() const {
    return std::span(entries_).subspan(oldest_);
  }
  // REQUIRES of all of these: number < size().
  [[nodiscard]] Entry& entry(std::size_t number) { return entries_[oldest_ + number]; }
  [[nodiscard]] Task task(std::size_t number) const;

  // Tasks pushed from now on consist of the steps of this execution, which are copied at the first
  // push().
  void begin_family(std::span<const TaskStep> execution) {
    parent_steps_ = execution;
    family_storage_ = {.steps = step_count_, .pieces = pieces_.size(), .pins = pins_.size()};
    parent_is_stored_ = false;
  }
  // A new task without steps; what is added next belongs to it.
  void push() {
    if (!parent_is_stored_) store_parent();
    entries_.push_back({.storage_before = family_storage_,
                        .first_piece = pieces_.size(),
                        .first_pin = pins_.size()});
  }
  void push(const Task& task);
  // Adds `count` steps of the execution, from this one on.
  void keep_steps(std::size_t from, std::size_t count) {
    if (count > 0) add_piece(family_storage_.steps + from, count);
  }
  void add(const TaskStep& step) {
    if (step_count_ == steps_.size()) grow(1);
    steps_[step_count_] = step;
    add_piece(step_count_++, 1);
  }
  void add(const Pin& pin) { add(std::span(&pin, 1)); }
  void add(std::span<const Pin> pins) {
    if (pins.empty()) return;
    pins_.insert(pins_.end(), pins.begin(), pins.end());
    entries_.back().pins += static_cast<std::uint32_t>(pins.size());
  }
  // The revisits of the next step are outstanding.
  void expect_new_write() { entries_.back().new_write = entries_.back().length; }

  // Sorts the family that was pushed last, after the `older_tasks`: those that share most steps
  // with its execution become the newest.
  void sort(std::size_t older_tasks);
  // Removes those of the family for which the function returns true.
  template <class Function>
  void remove(std::size_t older_tasks, const Function& function) {
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(oldest_ + older_tasks);
    entries_.erase(std::remove_if(first, entries_.end(), function), entries_.end());
    if (size() == older_tasks) truncate_storage(family_storage_);
  }
  void collect(const Entry& entry, Task& into) const;
  // Removes the newest; `into` keeps its memory.
  void pop(Task& into);
  void drop_oldest();
  void clear();

 private:
  // A range of all steps.
  struct Piece {
    std::size_t from = 0;
    std::size_t count = 0;
  };

  void add_piece(std::size_t from, std::size_t count) {
    Entry& newest = entries_.back();
    newest.length += static_cast<std::uint32_t>(count);
    const bool extends_last_piece =
        newest.pieces > 0 && pieces_.back().from + pieces_.back().count == from;
    if (extends_last_piece) {
      pieces_.back().count += count;
    } else {
      pieces_.push_back({.from = from, .count = count});
      ++newest.pieces;
    }
  }
  void store_parent();
  void grow(std::size_t by);
  void truncate_storage(const StorageSize& keep_only);
  void release_oldest();

  std::vector<Entry> entries_;  // those before the oldest are removed
  std::size_t oldest_ = 0;
  std::vector<TaskStep> steps_;  // with spare capacity at the end
  std::size_t step_count_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Pin> pins_;
  std::span<const TaskStep> parent_steps_;
  StorageSize family_storage_;    // in use before it; the execution's steps begin there
  bool parent_is_stored_ = true;  // the execution is stored
};

}  // namespace mcheck::trust
