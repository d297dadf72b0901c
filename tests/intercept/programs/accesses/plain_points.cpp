// SPDX-License-Identifier: MIT
// Programs that race on plain data, and that end wrongly in some orders of the accesses.
#include <atomic>
#include <cassert>
#include <cstring>
#include <string>
#include <thread>

namespace {

// Each in eight bytes of its own.
alignas(8) int number = 0;
alignas(8) int flag = 0;
alignas(8) std::atomic<int> count = 0;
struct Wide {
  long one = 0;
  long other = 0;
} wide, wide_copy;
// Two in the same eight bytes.
struct alignas(8) Pair {
  int one = 0;
  int other = 0;
} pair;
char text[16];

void together(void (*first)(), void (*second)()) {
  std::thread one(first);
  std::thread other(second);
  one.join();
  other.join();
}

void add_one() { number = number + 1; }

void lost_update() {
  together(add_one, add_one);
  assert(number == 2);
}

void unchecked_update() { together(add_one, add_one); }

// The reader sees the flag, and not the number.
void publication() {
  together(
      [] {
        flag = 1;
        number = 1;
      },
      [] {
        if (flag == 1) assert(number == 1);
      });
}

void publication_in_order() {
  together(
      [] {
        number = 1;
        flag = 1;
      },
      [] {
        if (flag == 1) assert(number == 1);
      });
}

// A queue of one place that publishes the item before it is there.
void queue() {
  together(
      [] {
        count.store(1);
        number = 42;
      },
      [] {
        if (count.load() == 1) assert(number == 42);
      });
}

void neighbours() {
  together([] { pair.one = 1; }, [] { pair.other = 1; });
}

void cleared() {
  together([] { std::memset(&pair, 0, sizeof pair); }, [] { pair.other = 1; });
  assert(pair.other == 0);
}

void waits_for_neighbour() {
  together(
      [] {
        pair.one = 1;
        pair.other = 1;
      },
      [] {
        while (pair.other == 0) {
        }
        assert(pair.one == 1);
      });
}

void waits_for_flag() {
  together(
      [] {
        number = 1;
        flag = 1;
      },
      [] {
        while (flag == 0) {
        }
        assert(number == 1);
      });
}

void mixed() {
  together([] { count.store(1); }, [] { (void)*reinterpret_cast<volatile int*>(&count); });
}

void wide_copies() {
  together([] { wide = Wide{1, 1}; }, [] { wide_copy = wide; });
  assert(wide_copy.one >= 0);  // compilers leave out reads without an effect
}

// The block is another one when it is read, unless it is read before its end.
void block_again() {
  static int* block = new int(1);
  together(
      [] {
        delete block;
        block = new int(2);
        *block = 3;
      },
      [] { number = *block; });
}

// A copy may be half of the one text and half of the other.
void torn_copy() {
  std::memset(text, 'a', sizeof text);
  together([] { std::memset(text, 'b', sizeof text); },
           [] {
             char seen[sizeof text];
             std::memcpy(seen, text, sizeof text);
             assert(seen[0] == seen[15]);
           });
}

}  // namespace

int main(int, char** words) {
  const std::string wanted = words[1];
  if (wanted == "lost_update") lost_update();
  if (wanted == "unchecked_update") unchecked_update();
  if (wanted == "publication") publication();
  if (wanted == "publication_in_order") publication_in_order();
  if (wanted == "queue") queue();
  if (wanted == "waits_for_flag") waits_for_flag();
  if (wanted == "neighbours") neighbours();
  if (wanted == "cleared") cleared();
  if (wanted == "waits_for_neighbour") waits_for_neighbour();
  if (wanted == "mixed") mixed();
  if (wanted == "wide_copies") wide_copies();
  if (wanted == "torn_copy") torn_copy();
  if (wanted == "block_again") block_again();
}
