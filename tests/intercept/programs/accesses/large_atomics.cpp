// SPDX-License-Identifier: MIT
// Atomics that no instruction handles; the first argument selects the program.
#include <atomic>
#include <cassert>
#include <string_view>
#include <thread>

struct Large {
  long first, second, third;
};

static Large plain;
static std::atomic<Large> box{Large{0, 0, 0}};
static int data;

int main(int count, char** words) {
  const std::string_view what = count > 1 ? words[1] : "";
  if (what == "plain read") {
    std::thread writer([] {
      Large value{1, 2, 3};
      __atomic_store(&plain, &value, __ATOMIC_SEQ_CST);
    });
    const volatile long seen = plain.second;
    (void)seen;
    writer.join();
  }
  if (what == "exchanges") {
    std::thread other([] { box.exchange(Large{1, 1, 1}); });
    Large expected{0, 0, 0};
    box.compare_exchange_strong(expected, Large{2, 2, 2});
    other.join();
    assert(box.load().second != 0);
  }
  if (what == "freed") {
    auto* const value = new Large{0, 0, 0};
    std::thread reader([value] {
      Large seen;
      __atomic_load(value, &seen, __ATOMIC_SEQ_CST);
    });
    delete value;
    reader.join();
  }
  if (what == "publishes") {
    std::thread writer([] {
      data = 1;
      box.store(Large{1, 0, 0}, std::memory_order_release);
    });
    if (box.load(std::memory_order_acquire).first == 1) data = 2;
    writer.join();
  }
  return 0;
}
