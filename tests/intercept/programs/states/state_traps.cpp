// SPDX-License-Identifier: MIT
// Each trap leads to one position of all threads by two pasts, which differ in something that the
// future can notice. T2 sets `which`, so T1 reads either value and does one thing or the other;
// then it clears its stack and its registers of which it was. T2 looks at what T1 has done only
// after T1 has said so, which orders nothing: no other interleaving shows the difference. The
// second argument says which of the pasts comes first.
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cfenv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcquire = std::memory_order_acquire;

std::atomic<int> which{0}, done{0}, x{0}, y{0};
std::mutex first_mutex, second_mutex;
int data = 0, seen = 0;
int* block = nullptr;
bool is_flipped = false;
thread_local int own_number = 0;
pthread_key_t key;

void nothing() {}

[[gnu::noinline]] void forget() {
  volatile char bytes[512];
  for (volatile char& byte : bytes) byte = 0;
}

using Part = std::function<void()>;

[[gnu::noinline]] void do_either(const Part& one, const Part& other) {
  ((which.load(kRelaxed) != 0) != is_flipped ? one : other)();
}

long clock_seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  static const long begin = now.tv_sec;
  return now.tv_sec - begin;
}

struct Trap {
  Part one, other;                          // what T1 does
  Part later = nothing;                     // what it does afterwards
  Part after = nothing;                     // what T2 does when T1 is done
  Part before = nothing, at_end = nothing;  // what main does
};

void run(const Trap& trap) {
  trap.before();
  (void)clock_seconds();
  std::thread first([&] {
    do_either(trap.one, trap.other);
    forget();
    done.store(1, kRelaxed);
    trap.later();
  });
  std::thread second([&] {
    (void)x.load(kRelaxed);
    which.store(1, kRelaxed);
    if (done.load(kRelaxed) != 0) trap.after();
  });
  first.join();
  second.join();
  trap.at_end();
}

void abort_if(bool condition) {
  if (condition) std::abort();
}

void lock_briefly(std::mutex& mutex) { const std::lock_guard guard(mutex); }

void write_data() { data = 1; }
void load_x() { (void)x.load(kRelaxed); }
void read_data_after_x() { (void)x.load(kAcquire), seen = data; }
void write_x_plainly() { *reinterpret_cast<volatile int*>(&x) = 0; }

// What T2 knows of what T1 did.
std::map<std::string, Trap> knowledge() {
  return {
      {"released by x or by y",
       {.one = [] { write_data(), x.store(0, kRelease); },
        .other = [] { write_data(), y.store(0, kRelease); },
        .after = read_data_after_x,
        .before = [] { (void)y.load(); }}},
      {"released or not",
       {.one = [] { write_data(), x.store(0, kRelease); },
        .other = [] { write_data(), x.store(0, kRelaxed); },
        .after = read_data_after_x}},
      {"released by one mutex or the other",
       {.one = [] { write_data(), lock_briefly(first_mutex); },
        .other = [] { write_data(), lock_briefly(second_mutex); },
        .after = [] { lock_briefly(first_mutex), seen = data; },
        .before = [] { lock_briefly(first_mutex), lock_briefly(second_mutex); }}},
      {"a fence before the store or not",
       {.one = [] { write_data(), std::atomic_thread_fence(kRelease); },
        .other = write_data,
        .later = [] { x.store(0, kRelaxed), done.store(2, kRelaxed); },
        .after = [] { done.load(kRelaxed) == 2 ? read_data_after_x() : nothing(); }}},
      {"a plain read or none",
       {.one = [] { seen = data; }, .other = [] { seen = 0; }, .after = write_data}},
      // The search missed it: in the past without the load, the write met no atomic access.
      {"an atomic load or none, before a plain write",
       {.one = load_x, .other = nothing, .after = write_x_plainly}},
      {"a store that writes what is there, or none",
       {.one = [] { data = 0; }, .other = nothing, .after = [] { seen = data; }}},
  };
}

// What no shared variable says.
std::map<std::string, Trap> hidden_values() {
  return {
      {"errno",
       {.one = [] { errno = 5; },
        .other = [] { errno = 0; },
        .later = [] { abort_if(errno == 5); }}},
      {"a thread-local variable",
       {.one = [] { own_number = 5; },
        .other = nothing,
        .later = [] { abort_if(own_number == 5); }}},
      {"the value of a key",
       {.one = [] { pthread_setspecific(key, &seen); },
        .other = nothing,
        .later = [] { abort_if(pthread_getspecific(key) != nullptr); },
        .before = [] { pthread_key_create(&key, nullptr); }}},
      {"the rounding mode",
       {.one = [] { std::fesetround(FE_UPWARD); },
        .other = nothing,
        .later = [] { abort_if(std::fegetround() == FE_UPWARD); }}},
      {"how long it has slept",
       {.one = [] { std::this_thread::sleep_for(std::chrono::seconds(500)); },
        .other = nothing,
        .later = [] { abort_if(clock_seconds() > 100); }}},
      {"the name of the thread",
       {.one = [] { pthread_setname_np(pthread_self(), "one"); },
        .other = [] { pthread_setname_np(pthread_self(), "other"); },
        .later =
            [] {
              char name[16];
              pthread_getname_np(pthread_self(), name, sizeof name);
              abort_if(std::strcmp(name, "one") == 0);
            }}},
      {"where strtok is",
       {.one = [] { (void)std::strtok(nullptr, " "); },
        .other = nothing,
        .before =
            [] {
              static char words[] = "a b c d";
              (void)std::strtok(words, " ");
            },
        .at_end = [] { abort_if(*std::strtok(nullptr, " ") == 'c'); }}},
      {"the environment",
       {.one = [] { setenv("TRAP", "1", 1); },
        .other = nothing,
        .at_end = [] { abort_if(std::getenv("TRAP") != nullptr); }}},
      {"what runs at the exit",
       {.one = [] { std::atexit([] { std::abort(); }); }, .other = nothing}},
  };
}

// What the allocator knows.
std::map<std::string, Trap> blocks() {
  const auto allocate = [](std::size_t size) {
    block = static_cast<int*>(std::malloc(size));
    block[0] = 0;
  };
  const Part free_block = [] { std::free(block); };
  return {
      {"a block of 16 bytes or of 8",
       {.one = [=] { allocate(16); },
        .other = [=] { allocate(8); },
        .later = [] { block[2] = 1; },
        .at_end = free_block}},
      {"malloc or new",
       {.one = [=] { allocate(4); }, .other = [] { block = new int(0); }, .at_end = free_block}},
      {"freed or not",
       {.one = free_block,
        .other = nothing,
        .later = [] { seen = block[0]; },
        .before = [=] { allocate(4); }}},
      {"a block that nothing refers to, or none",
       {.one = [=] { allocate(32), block = nullptr; }, .other = nothing}},
  };
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  is_flipped = std::strcmp(words[2], "flipped") == 0;
  for (const auto& traps : {knowledge(), hidden_values(), blocks()}) {
    const auto trap = traps.find(words[1]);
    if (trap != traps.end()) return run(trap->second), 0;
  }
  return 2;
}
