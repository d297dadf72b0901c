// SPDX-License-Identifier: MIT
// Michael and Scott's queue with a step left out: take() moves the head past the tail.
//
// The tail may lag behind: put() first links the new node, and then moves the tail. A take() in
// between frees the node to which the tail still points. If that node is reused, put() links it
// behind itself, and its value is lost.
//
// Right form: ms_queue_right.cpp, where take() moves the tail forward.
#include <cstdint>
#include <deque>
#include <mcheck/mcheck.hpp>
#include <vector>

namespace {

// A node's number, 0 for none, and how often this link has changed.
struct Link {
  std::uint32_t node = 0;
  std::uint32_t changes = 0;
  bool operator==(const Link&) const = default;
  [[nodiscard]] Link to(std::uint32_t other) const { return {other, changes + 1}; }
};

struct Taken {
  std::uint32_t node = 0;  // free for reuse; 0: the queue was empty
  int value = 0;
};

class Queue {
 public:
  // Nodes 1 to `nodes`; node 1 is the dummy node before the first item.
  explicit Queue(unsigned nodes) : values_(nodes + 1), next_(nodes + 1) {}

  void put(std::uint32_t node, int value) {
    values_[node].store(value);
    next_[node].store(next_[node].load().to(0));
    while (true) {
      Link last = tail_.load();
      Link next = next_[last.node].load();
      if (tail_.load() != last) continue;
      if (next.node != 0) {
        tail_.compare_exchange_strong(last, last.to(next.node));
      } else if (next_[last.node].compare_exchange_strong(next, next.to(node))) {
        tail_.compare_exchange_strong(last, last.to(node));
        return;
      }
    }
  }

  Taken take() {
    while (true) {
      Link first = head_.load();
      const Link next = next_[first.node].load();
      if (head_.load() != first) continue;
      if (next.node == 0) return {};
      const int value = values_[next.node].load();
      if (head_.compare_exchange_strong(first, first.to(next.node))) return {first.node, value};
    }
  }

 private:
  mcheck::atomic<Link> head_{{1, 0}, "head"};
  mcheck::atomic<Link> tail_{{1, 0}, "tail"};
  std::deque<mcheck::atomic<int>> values_;
  std::deque<mcheck::atomic<Link>> next_;
};

}  // namespace

MCHECK_PROGRAM(ms_queue, "N threads put, one takes and uses the node to put again; argument: N") {
  const unsigned n = mcheck::argument(0, 1u);
  Queue queue(n + 1);
  int put = 0;
  int taken = 0;

  std::vector<mcheck::thread> threads;
  for (unsigned i = 0; i < n; ++i) threads.emplace_back([&, i] { queue.put(i + 2, 1); });
  threads.emplace_back([&] {
    const Taken first = queue.take();
    if (first.node == 0) return;
    ++taken;
    queue.put(first.node, 1);
    ++put;
  });
  for (mcheck::thread& thread : threads) thread.join();

  put += static_cast<int>(n);
  while (queue.take().node != 0) ++taken;
  mcheck::check(taken == put, "what is put is taken");
}
