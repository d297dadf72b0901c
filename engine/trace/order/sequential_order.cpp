// SPDX-License-Identifier: MIT
#include "engine/trace/order/sequential_order.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "engine/trace/order/synchronization.hpp"
#include "engine/trace/semantics/memory_step.hpp"

namespace mcheck {
namespace {

// A relation on n events, as rows of bits.
class Matrix {
 public:
  explicit Matrix(std::size_t n) : n_(n), words_((n + 63) / 64), bits_(n * words_) {}

  // Calls the function with each event that `from` is related to.
  template <class Function>
  void for_each(std::size_t from, const Function& function) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t rest = bits_[from * words_ + w]; rest != 0; rest &= rest - 1)
        function(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }

  void add(std::size_t from, std::size_t to) { row(from)[to / 64] |= std::uint64_t{1} << to % 64; }
  [[nodiscard]] bool has(std::size_t from, std::size_t to) const {
    return (bits_[from * words_ + to / 64] >> to % 64 & 1) != 0;
  }
  void add_row(std::size_t to, const Matrix& other, std::size_t from) {
    for (std::size_t w = 0; w < words_; ++w) row(to)[w] |= other.bits_[from * words_ + w];
  }
  Matrix& operator|=(const Matrix& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
    return *this;
  }
  // First this relation, then the other.
  [[nodiscard]] Matrix then(const Matrix& other) const {
    Matrix composed(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for_each(i, [&](std::size_t j) { composed.add_row(i, other, j); });
    }
    return composed;
  }
  void close() {
    for (std::size_t k = 0; k < n_; ++k) {
      for (std::size_t i = 0; i < n_; ++i) {
        if (has(i, k)) add_row(i, *this, k);
      }
    }
  }
  [[nodiscard]] bool is_acyclic() const {
    Matrix closed = *this;
    closed.close();
    for (std::size_t i = 0; i < n_; ++i) {
      if (closed.has(i, i)) return false;
    }
    return true;
  }

 private:
  std::uint64_t* row(std::size_t i) { return bits_.data() + i * words_; }

  std::size_t n_;
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

// Program order with spawns and joins, as clocks of events by thread.
class ProgramOrder {
 public:
  explicit ProgramOrder(std::size_t threads)
      : clocks_(threads, std::vector<std::uint32_t>(threads)) {}

  // Returns the clock of the event.
  const std::vector<std::uint32_t>& add(const Event& event) {
    std::vector<std::uint32_t>& clock = clocks_[index(event.thread)];
    if (event.operation.kind == Kind::kJoin) {
      const std::vector<std::uint32_t>& ended = clocks_[event.operation.a];
      for (std::size_t t = 0; t < clock.size(); ++t) clock[t] = std::max(clock[t], ended[t]);
    }
    clock[index(event.thread)] = event.index + 1;
    if (event.operation.kind == Kind::kSpawn) clocks_[event.result] = clock;
    return clock;
  }

 private:
  std::vector<std::vector<std::uint32_t>> clocks_;
};

struct Relations {
  explicit Relations(std::size_t n) : sb(n), hb(n), mo(n), rb(n), rf(n) {}
  Matrix sb, hb, mo, rb, rf;
};

std::size_t threads_in(std::span<const Event> events) {
  std::size_t most = 1;
  for (const Event& event : events) {
    most = std::max<std::size_t>(most, index(event.thread) + std::size_t{1});
    if (event.operation.kind == Kind::kSpawn) most = std::max<std::size_t>(most, event.result + 1);
  }
  return most;
}

bool same_object(const Event& a, const Event& b) {
  return a.operation.object != kNoObject && a.operation.object == b.operation.object;
}

void add_orders(const GraphLog& graph, Relations& relations) {
  const std::span<const Event> events = graph.events;
  Synchronization synchronization(Synchronization::Gates::kOrderMemory);
  ProgramOrder program_order(threads_in(events));
  for (std::size_t i = 0; i < events.size(); ++i) {
    synchronization.follow(events.first(i + 1));
    const Synchronization::Clock hb = synchronization.clock_of(events[i].thread);
    const std::vector<std::uint32_t>& sb = program_order.add(events[i]);
    for (std::size_t j = 0; j < i; ++j) {
      const std::size_t thread = index(events[j].thread);
      if (hb[thread] > events[j].index) relations.hb.add(j, i);
      if (sb[thread] > events[j].index) relations.sb.add(j, i);
    }
  }
}

// A thread that begins to wait, or a notification, makes a version with the value of the one
// before.
void add_memory(const GraphLog& graph, Relations& relations) {
  const std::span<const Event> events = graph.events;
  std::vector<std::uint32_t> places(graph.places.begin(), graph.places.end());
  for (const Event& event : events) {
    if (event.version_after != kNone && !writes_memory(event))
      places[event.version_after] = places[event.version_before];
  }
  const auto place_of = [&](std::uint32_t version) { return places[version]; };
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!writes_memory(events[i])) continue;
    const std::uint32_t written = place_of(events[i].version_after);
    for (std::size_t j = 0; j < events.size(); ++j) {
      if (i == j || !same_object(events[i], events[j])) continue;
      const Event& other = events[j];
      if (writes_memory(other) && written < place_of(other.version_after)) relations.mo.add(i, j);
      if (!reads_memory(other)) continue;
      if (place_of(other.version_before) == written) relations.rf.add(i, j);
      if (place_of(other.version_before) < written) relations.rb.add(j, i);
    }
  }
}

bool touches(const Event& event) { return event.version_before != kNone; }
bool has_read(const Event& event) { return event.operation.kind != Kind::kStore; }
bool has_written(const Event& event) { return event.version_after != kNone; }

// Whether, of two events on one object, the first comes before the other under sequential
// consistency, as far as their versions say.
bool precedes(const GraphLog& graph, const Event& first, const Event& other) {
  if (has_written(first)) {
    const std::uint32_t written = graph.places[first.version_after];
    if (has_read(other) && written <= graph.places[other.version_before]) return true;
    if (has_written(other) && written < graph.places[other.version_after]) return true;
  }
  return has_read(first) && has_written(other) &&
         graph.places[first.version_before] < graph.places[other.version_after];
}

// Of each event, what precedes it under sequential consistency, directly. Empty: nothing precedes
// anything before it in the log, which then is such an order.
std::optional<Matrix> sequential_predecessors(const GraphLog& graph) {
  const std::span<const Event> events = graph.events;
  bool goes_back = false;
  Matrix before(events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (!touches(events[i])) continue;
    for (std::size_t j = 0; j < i; ++j) {
      if (!touches(events[j]) || !same_object(events[i], events[j])) continue;
      if (precedes(graph, events[j], events[i])) before.add(i, j);
      if (!precedes(graph, events[i], events[j])) continue;
      goes_back = true;
      before.add(j, i);
    }
  }
  return goes_back ? std::optional(std::move(before)) : std::nullopt;
}

// Program order, spawns and joins.
void add_program_order(std::span<const Event> events, Matrix& before) {
  std::vector<std::size_t> last(threads_in(events), events.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    std::size_t& last_of_thread = last[index(event.thread)];
    if (last_of_thread < i) before.add(i, last_of_thread);
    if (event.operation.kind == Kind::kJoin && last[event.operation.a] < i)
      before.add(i, last[event.operation.a]);
    last_of_thread = i;
    if (event.operation.kind == Kind::kSpawn) last[event.result] = i;
  }
}

// Whether all threads could have taken their steps one after the other.
bool is_sequentially_consistent(const GraphLog& graph) {
  std::optional<Matrix> before = sequential_predecessors(graph);
  if (!before) return true;
  add_program_order(graph.events, *before);
  return before->is_acyclic();
}

// sb ∪ sb≠;hb;sb≠ ∪ hb|loc ∪ mo ∪ rb
Matrix base_order(std::span<const Event> events, const Relations& relations) {
  const std::size_t n = events.size();
  Matrix elsewhere(n);
  Matrix base = relations.sb;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (relations.sb.has(i, j) && !same_object(events[i], events[j])) elsewhere.add(i, j);
      if (relations.hb.has(i, j) && same_object(events[i], events[j])) base.add(i, j);
    }
  }
  base |= elsewhere.then(relations.hb).then(elsewhere);
  base |= relations.mo;
  base |= relations.rb;
  return base;
}

}  // namespace

bool is_seq_cst(const Event& event) {
  const Operation& operation = event.operation;
  if (operation.kind == Kind::kFence) return operation.order == MemoryOrder::kSeqCst;
  if (!reads_memory(event) && !writes_memory(event)) return false;
  return (event.failed ? operation.failure_order : operation.order) == MemoryOrder::kSeqCst;
}

bool needs_more_than_sequence(const Event& event) {
  const Operation& operation = event.operation;
  switch (operation.kind) {
    case Kind::kLock: return operation.may_time_out;
    case Kind::kUnlock:
    case Kind::kSpawn:
    case Kind::kJoin:
    case Kind::kYield:
    case Kind::kProgress:
    case Kind::kChoose:
    case Kind::kCallBegin:
    case Kind::kCallEnd: return false;
    default: return !is_memory_step(operation.kind) || !is_seq_cst(event);
  }
}

bool has_sequential_order(const GraphLog& graph) {
  const std::span<const Event> events = graph.events;
  if (is_sequentially_consistent(graph)) return true;
  if (std::ranges::none_of(events, needs_more_than_sequence)) return false;
  const std::size_t n = events.size();
  Relations relations(n);
  add_orders(graph, relations);
  add_memory(graph, relations);
  Matrix left(n);  // from a seq_cst event to where psc may begin
  Matrix right(n);
  Matrix fences(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!is_seq_cst(events[i])) continue;
    left.add(i, i);
    right.add(i, i);
    if (events[i].operation.kind != Kind::kFence) continue;
    fences.add(i, i);
    left.add_row(i, relations.hb, i);
    for (std::size_t j = 0; j < n; ++j) {
      if (relations.hb.has(j, i)) right.add(j, i);
    }
  }
  Matrix eco = relations.rf;
  eco |= relations.mo;
  eco |= relations.rb;
  eco.close();
  Matrix between = relations.hb;
  between |= relations.hb.then(eco).then(relations.hb);
  Matrix psc = left.then(base_order(events, relations)).then(right);
  psc |= fences.then(between).then(fences);
  return psc.is_acyclic();
}

}  // namespace mcheck
