// SPDX-License-Identifier: MIT
#include "tests/runtime/data_races/race_oracle.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace race_programs {
namespace {

constexpr int kNobody = -1;

// A statement that was performed.
struct Done {
  Statement statement;
  int thread = 0;
  bool reads = false;   // an atomic one
  bool writes = false;  // the same
  int from = kNobody;   // the event whose value was read; kNobody: the first value
};

bool acquires(Order order) { return order != Order::kRelaxed && order != Order::kRelease; }
bool releases(Order order) {
  return order == Order::kRelease || order == Order::kAcqRel || order == Order::kSeqCst;
}

// The happens-before relation of one interleaving.
class Graph {
 public:
  explicit Graph(const std::vector<Done>& events)
      : events_(events), size_(events.size()), edge_(size_ * size_, false) {
    for (std::size_t b = 0; b < size_; ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (events_[a].thread == events_[b].thread) add(a, b);
        const bool unlocks = events_[a].statement.what == Do::kUnlock;
        if (unlocks && events_[b].statement.what == Do::kLock) add(a, b);
      }
      if (events_[b].reads) synchronise(b);
    }
    // Edges lead forwards, so each event's past is complete before it is used.
    for (std::size_t b = 0; b < size_; ++b) {
      for (std::size_t middle = 0; middle < b; ++middle) {
        if (!edge_[middle * size_ + b]) continue;
        for (std::size_t a = 0; a < middle; ++a) {
          if (edge_[a * size_ + middle]) add(a, b);
        }
      }
    }
  }

  [[nodiscard]] bool races() const {
    for (std::size_t b = 0; b < size_; ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (conflict(events_[a], events_[b]) && !edge_[a * size_ + b]) return true;
      }
    }
    return false;
  }

 private:
  void add(std::size_t from, std::size_t to) { edge_[from * size_ + to] = true; }

  // All events from which the read's value may have come: the write itself, and, as long as that is
  // a read-modify-write, the one before it.
  void synchronise(std::size_t read) {
    int head = events_[read].from;
    while (head != kNobody) {
      const auto at = static_cast<std::size_t>(head);
      for (const std::size_t giver : givers(at)) {
        for (const std::size_t taker : takers(read)) add(giver, taker);
      }
      head = events_[at].reads ? events_[at].from : kNobody;
    }
  }

  // The write, if it releases, and the release fences before it.
  [[nodiscard]] std::vector<std::size_t> givers(std::size_t write) const {
    std::vector<std::size_t> list;
    if (releases(events_[write].statement.order)) list.push_back(write);
    for (std::size_t a = 0; a < write; ++a) {
      if (is_fence(a, write) && releases(events_[a].statement.order)) list.push_back(a);
    }
    return list;
  }

  // The read, if it acquires, and the acquire fences after it.
  [[nodiscard]] std::vector<std::size_t> takers(std::size_t read) const {
    std::vector<std::size_t> list;
    const Statement& s = events_[read].statement;
    const bool failed = s.what == Do::kCas && !events_[read].writes;
    if (acquires(failed ? s.failure : s.order)) list.push_back(read);
    for (std::size_t b = read + 1; b < size_; ++b) {
      if (is_fence(b, read) && acquires(events_[b].statement.order)) list.push_back(b);
    }
    return list;
  }

  [[nodiscard]] bool is_fence(std::size_t fence, std::size_t of) const {
    return events_[fence].statement.what == Do::kFence &&
           events_[fence].thread == events_[of].thread;
  }

  static bool is_of_atomic(const Done& e) {
    return e.reads || e.writes || e.statement.what == Do::kReadAtomic ||
           e.statement.what == Do::kWriteAtomic;
  }
  static bool is_of_data(const Done& e) {
    return e.statement.what == Do::kRead || e.statement.what == Do::kWrite;
  }
  static bool changes(const Done& e) {
    return e.writes || e.statement.what == Do::kWrite || e.statement.what == Do::kWriteAtomic;
  }

  static bool conflict(const Done& a, const Done& b) {
    const bool both = (is_of_atomic(a) && is_of_atomic(b)) || (is_of_data(a) && is_of_data(b));
    if (!both || a.statement.object != b.statement.object || a.thread == b.thread) return false;
    const bool both_atomic = (a.reads || a.writes) && (b.reads || b.writes);
    return !both_atomic && (changes(a) || changes(b));
  }

  const std::vector<Done>& events_;
  std::size_t size_;
  std::vector<bool> edge_;
};

class Judge {
 public:
  Judge(const Program& program, int most)
      : program_(program),
        most_(most),
        next_(program.threads.size(), 0),
        last_(program.threads.size(), 0) {}

  Judgement run() {
    explore_rest();
    return judgement_;
  }

 private:
  void explore_rest() {
    if (judgement_.races || !judgement_.complete) return;
    bool all_done = true;
    for (std::size_t t = 0; t < program_.threads.size(); ++t) {
      if (next_[t] == program_.threads[t].size()) continue;
      all_done = false;
      step(t);
    }
    if (!all_done) return;
    judgement_.races = Graph(events_).races();
    judgement_.complete = ++judgement_.interleavings <= most_;
  }

  // The thread performs its next statement, the rest is explored, and the statement is undone.
  void step(std::size_t t) {
    const Statement& s = program_.threads[t][next_[t]];
    const bool skipped = s.seen >= 0 && s.seen != last_[t];
    if (!skipped && s.what == Do::kLock && holder_ != kNobody) return;
    const auto value = value_;
    const auto writer = writer_;
    const int holder = holder_;
    const int last = last_[t];
    ++next_[t];
    if (!skipped) perform(t, s);
    explore_rest();
    if (!skipped) events_.pop_back();
    --next_[t];
    value_ = value;
    writer_ = writer;
    holder_ = holder;
    last_[t] = last;
  }

  void perform(std::size_t t, const Statement& s) {
    Done done{.statement = s, .thread = static_cast<int>(t)};
    const auto at = static_cast<std::size_t>(s.object);
    const int now = static_cast<int>(events_.size());
    done.reads = s.what == Do::kLoad || s.what == Do::kAdd || s.what == Do::kCas;
    done.writes =
        s.what == Do::kStore || s.what == Do::kAdd || (s.what == Do::kCas && value_.at(at) == 0);
    if (done.reads) done.from = writer_.at(at);
    if (s.what == Do::kLoad || s.what == Do::kCas) last_[t] = value_.at(at);
    if (s.what == Do::kStore) value_.at(at) = s.value;
    if (s.what == Do::kAdd) ++value_.at(at);
    if (s.what == Do::kCas && done.writes) value_.at(at) = 1;
    if (done.writes) writer_.at(at) = now;
    if (s.what == Do::kLock) holder_ = static_cast<int>(t);
    if (s.what == Do::kUnlock) holder_ = kNobody;
    events_.push_back(done);
  }

  const Program& program_;
  int most_;
  std::vector<std::size_t> next_;  // by thread
  std::vector<int> last_;          // what its last load saw
  std::array<int, 2> value_{};
  std::array<int, 2> writer_{kNobody, kNobody};
  int holder_ = kNobody;
  std::vector<Done> events_;
  Judgement judgement_;
};

}  // namespace

Judgement judge(const Program& program, int most) { return Judge(program, most).run(); }

}  // namespace race_programs
