// SPDX-License-Identifier: MIT
// Happens-before of C++, computed naively: an edge for each pair of events that the standard names,
// then the transitive closure. Shares no code with what it checks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/trace/semantics/event.hpp"

namespace mcheck {

class OrderGraph {
 public:
  explicit OrderGraph(std::span<const Event> events);

  // Whether both are the same event, or the first is ordered before the other.
  [[nodiscard]] bool reaches(std::size_t first, std::size_t other) const {
    return first == other || reaches_[first][other];
  }
  // How many events of `of`, from its first, are ordered before the next event of `thread`; one
  // more than its events if it was joined.
  [[nodiscard]] std::uint32_t seen(ThreadId thread, ThreadId of) const;

 private:
  void add_program_order(std::size_t to);
  void add_object_order(std::size_t to);
  void add_atomic_order(std::size_t read);
  void add_from_write(std::size_t write, const std::vector<std::size_t>& targets);
  [[nodiscard]] std::vector<std::size_t> acquirers(std::size_t read) const;
  [[nodiscard]] std::size_t write_before(std::size_t event) const;
  [[nodiscard]] std::size_t nth_phase_end(ObjectId object, Word phase) const;
  void add(std::size_t from, std::size_t to) { reaches_[from][to] = true; }
  void add_transitive_edges();

  std::span<const Event> events_;
  std::vector<std::vector<bool>> reaches_;
};

}  // namespace mcheck
