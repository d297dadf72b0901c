// SPDX-License-Identifier: MIT
// Programs for which it matters whether an atomic access may act on a value that is not the newest;
// the first argument selects one.
#include <atomic>
#include <cassert>
#include <string_view>
#include <thread>

static std::atomic<int> data;
static std::atomic<int> ready;
static int seen;
static int also_seen;

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;

template <class First, class Second>
void together(First first, Second second) {
  std::thread one(first);
  std::thread other(second);
  one.join();
  other.join();
}

void publish(std::memory_order order) {
  data.store(41, kRelaxed);
  data.store(42, kRelaxed);
  ready.store(1, order);
}

void message(std::memory_order store, std::memory_order load) {
  together([store] { publish(store); },
           [load] {
             if (ready.load(load) == 1)
               seen = data.load(kRelaxed);
             else
               seen = 42;
           });
  assert(seen == 42);
}

void buffers() {
  together([] { data.store(1, kRelaxed), seen = ready.load(kRelaxed); },
           [] { ready.store(1, kRelaxed), also_seen = data.load(kRelaxed); });
  assert(seen + also_seen > 0);
}

void ordered_buffers() {
  together([] { data.store(1), seen = ready.load(); },
           [] { ready.store(1), also_seen = data.load(); });
  assert(seen + also_seen > 0);
}

// Each thread has an atomic of its own.
void private_orders() {
  together([] { data.store(1, kRelaxed), seen = data.load(kRelaxed); },
           [] { ready.store(1, kRelaxed), also_seen = ready.load(kRelaxed); });
  assert(seen + also_seen == 2);
}

// Each thread's second store may be older than the other thread's first.
void crossed_stores() {
  together([] { data.store(1, kRelaxed), ready.store(2, kRelaxed); },
           [] { ready.store(1, kRelaxed), data.store(2, kRelaxed); });
  assert(data.load() == 2 || ready.load() == 2);
}

// The addition comes between two stores that are there already.
void addition() {
  together([] { data.store(1, kRelaxed), data.store(5, kRelaxed), ready.store(1, kRelaxed); },
           [] {
             if (ready.load(kRelaxed) == 1) seen = data.fetch_add(1, kRelaxed);
           });
  assert(seen != 1);
}

void exchange_fails() {
  together([] { data.store(7, kRelaxed), ready.store(1, kRelaxed); },
           [] {
             int expected = 7;
             if (ready.load(kRelaxed) == 1)
               seen = data.compare_exchange_strong(expected, 8, kRelaxed) ? 1 : 2;
           });
  assert(seen != 2);
}

// What the second thread loads is old, and what it stores destroys the new value.
void lost_update() {
  const auto add = [] { data.store(data.load(kRelaxed) + 1, kRelaxed); };
  together([add] { add(), ready.store(1, kRelaxed); },
           [add] {
             while (ready.load(kRelaxed) == 0) {
             }
             add();
           });
  assert(data.load() == 2);
}

void wait(std::memory_order store, std::memory_order load) {
  together([store] { data.store(1, kRelaxed), ready.store(1, store), ready.notify_one(); },
           [load] { ready.wait(0, load), seen = data.load(kRelaxed); });
  assert(seen == 1);
}

// Each thread loads what the other stores afterwards: not under RC11.
void load_buffering() {
  together([] { seen = ready.load(kRelaxed), data.store(1, kRelaxed); },
           [] { also_seen = data.load(kRelaxed), ready.store(1, kRelaxed); });
  assert(seen + also_seen < 2);
}

// So many executions that a search of them is interrupted.
void many() {
  constexpr int kThreads = 4;
  std::thread threads[kThreads];
  for (std::thread& thread : threads)
    thread = std::thread([] { data.store(data.load(kRelaxed) + 1, kRelaxed); });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main(int count, char** words) {
  const std::string_view what = count > 1 ? words[1] : "";
  if (what == "message") message(kRelaxed, kRelaxed);
  if (what == "ordered message") message(std::memory_order_release, std::memory_order_acquire);
  if (what == "buffers") buffers();
  if (what == "ordered buffers") ordered_buffers();
  if (what == "private orders") private_orders();
  if (what == "crossed stores") crossed_stores();
  if (what == "addition") addition();
  if (what == "exchange fails") exchange_fails();
  if (what == "lost update") lost_update();
  if (what == "wait") wait(kRelaxed, kRelaxed);
  if (what == "ordered wait") wait(std::memory_order_seq_cst, std::memory_order_seq_cst);
  if (what == "load buffering") load_buffering();
  if (what == "many") many();
}
