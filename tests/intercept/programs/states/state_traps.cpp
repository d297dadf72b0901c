// SPDX-License-Identifier: MIT
// Each trap leads to one position of all threads by two pasts, which differ in something that the
// future can notice. T2 sets `which`, so T1 reads either value and does one thing or the other;
// then it clears its stack and its registers of which it was. T2 looks at what T1 has done only
// after T1 has said so, which orders nothing: no other interleaving shows the difference. The
// second argument says which of the pasts comes first.
#include <pthread.h>
#include <sys/prctl.h>

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
#include <type_traits>

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr auto kRelease = std::memory_order_release;
constexpr auto kAcquire = std::memory_order_acquire;

// No plain access shares a granule of the race detector with them.
alignas(64) std::atomic<int> which{0};
alignas(64) std::atomic<int> done{0};
alignas(64) std::atomic<int> x{0};
alignas(64) std::atomic<int> y{0};
std::mutex first_mutex, second_mutex;
alignas(64) int data = 0;
alignas(64) int seen = 0;
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

template <class One, class Other>
[[gnu::noinline]] void do_either(One one, Other other) {
  (which.load(kRelaxed) != 0) != is_flipped ? one() : other();
}

long clock_seconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  static const long begin = now.tv_sec;
  return now.tv_sec - begin;
}

struct Rest {
  Part later = nothing;                     // what T1 does afterwards
  Part after = nothing;                     // what T2 does when T1 is done
  Part before = nothing, at_end = nothing;  // what main does
};

// What T1 does, one or the other. These keep nothing: to read it would be a difference.
template <class One, class Other>
Part trap(One one, Other other, const Rest& rest = {}) {
  static_assert(std::is_empty_v<One> && std::is_empty_v<Other>);
  return [=] {
    rest.before();
    (void)clock_seconds();
    std::thread first([&rest, one, other] {
      do_either(one, other);
      forget();
      done.store(1, kRelaxed);
      rest.later();
    });
    std::thread second([&rest] {
      (void)x.load(kRelaxed);
      which.store(1, kRelaxed);
      if (done.load(kRelaxed) != 0) rest.after();
    });
    first.join();
    second.join();
    rest.at_end();
  };
}

void abort_if(bool condition) {
  if (condition) std::abort();
}

void lock_briefly(std::mutex& mutex) { const std::lock_guard guard(mutex); }

void write_data() { data = 1; }
void load_x() { (void)x.load(kRelaxed); }
void read_data_after_x() { (void)x.load(kAcquire), seen = data; }
void write_x_plainly() { *reinterpret_cast<volatile int*>(&x) = 0; }
int read_x_plainly() { return *reinterpret_cast<volatile int*>(&x); }

pthread_mutex_t second_use = PTHREAD_MUTEX_INITIALIZER;
void clear_data_under_second_use() {
  pthread_mutex_lock(&second_use);
  (void)y.load(kRelaxed);  // between the lock and the access there is a state
  data = 0;
  pthread_mutex_unlock(&second_use);
}

// What T2 knows of what T1 did.
std::map<std::string, Part> knowledge() {
  return {
      {"released by x or by y",
       trap([] { write_data(), x.store(0, kRelease); }, [] { write_data(), y.store(0, kRelease); },
            {.after = read_data_after_x, .before = [] { (void)y.load(); }})},
      {"released or not",
       trap([] { write_data(), x.store(0, kRelease); }, [] { write_data(), x.store(0, kRelaxed); },
            {.after = read_data_after_x})},
      {"released by one mutex or the other",
       trap([] { write_data(), lock_briefly(first_mutex); },
            [] { write_data(), lock_briefly(second_mutex); },
            {.after = [] { lock_briefly(first_mutex), seen = data; },
             .before = [] { lock_briefly(first_mutex), lock_briefly(second_mutex); }})},
      {"a fence before the store or not",
       trap([] { write_data(), std::atomic_thread_fence(kRelease); }, [] { write_data(); },
            {.later = [] { x.store(0, kRelaxed), done.store(2, kRelaxed); },
             .after = [] { done.load(kRelaxed) == 2 ? read_data_after_x() : nothing(); }})},
      {"a plain read or none", trap([] { seen = data; }, [] { seen = 0; }, {.after = write_data})},
      // The search missed it: in the past without the load, the write met no atomic access.
      {"an atomic load or none, before a plain write",
       trap([] { load_x(); }, [] { nothing(); }, {.after = write_x_plainly})},
      // The lock that guards the data is another one later, at the same address.
      {"a write under the lock that was there before, or none",
       trap([] { clear_data_under_second_use(), pthread_mutex_init(&second_use, nullptr); },
            [] { (void)y.load(kRelaxed); }, {.after = clear_data_under_second_use})},
      // A store may run ahead of the lock after it.
      {"a plain read under a lock or none, before a store without it",
       trap(
           [] {
             const std::lock_guard guard(first_mutex);
             seen = read_x_plainly();
           },
           [] {
             const std::lock_guard guard(first_mutex);
             seen = 0;
           },
           {.after = [] { x.store(0, kRelaxed), lock_briefly(first_mutex); },
            .before = [] { lock_briefly(first_mutex); }})},
      {"a store that writes what is there, or none",
       trap([] { data = 0; }, [] { nothing(); }, {.after = [] { seen = data; }})},
  };
}

// What no shared variable says.
std::map<std::string, Part> hidden_values() {
  return {
      {"errno",
       trap([] { errno = 5; }, [] { errno = 0; }, {.later = [] { abort_if(errno == 5); }})},
      {"a thread-local variable", trap([] { own_number = 5; }, [] { nothing(); },
                                       {.later = [] { abort_if(own_number == 5); }})},
      {"the value of a key", trap([] { pthread_setspecific(key, &seen); }, [] { nothing(); },
                                  {.later = [] { abort_if(pthread_getspecific(key) != nullptr); },
                                   .before = [] { pthread_key_create(&key, nullptr); }})},
      {"the rounding mode", trap([] { std::fesetround(FE_UPWARD); }, [] { nothing(); },
                                 {.later = [] { abort_if(std::fegetround() == FE_UPWARD); }})},
      {"how long it has slept",
       trap([] { std::this_thread::sleep_for(std::chrono::seconds(500)); }, [] { nothing(); },
            {.later = [] { abort_if(clock_seconds() > 100); }})},
      {"the name of the thread", trap([] { pthread_setname_np(pthread_self(), "one"); },
                                      [] { pthread_setname_np(pthread_self(), "other"); },
                                      {.later =
                                           [] {
                                             char name[16];
                                             pthread_getname_np(pthread_self(), name, sizeof name);
                                             abort_if(std::strcmp(name, "one") == 0);
                                           }})},
      {"the name that the kernel has",
       trap([] { prctl(PR_SET_NAME, "one"); }, [] { prctl(PR_SET_NAME, "other"); },
            {.later =
                 [] {
                   char name[16];
                   prctl(PR_GET_NAME, name);
                   abort_if(std::strcmp(name, "one") == 0);
                 }})},
      {"where strtok is", trap([] { (void)std::strtok(nullptr, " "); }, [] { nothing(); },
                               {.before =
                                    [] {
                                      static char words[] = "a b c d";
                                      (void)std::strtok(words, " ");
                                    },
                                .at_end = [] { abort_if(*std::strtok(nullptr, " ") == 'c'); }})},
      {"the environment", trap([] { setenv("TRAP", "1", 1); }, [] { nothing(); },
                               {.at_end = [] { abort_if(std::getenv("TRAP") != nullptr); }})},
      {"what runs at the exit", trap([] { std::atexit([] { std::abort(); }); }, [] { nothing(); })},
  };
}

void allocate(std::size_t size) {
  block = static_cast<int*>(std::malloc(size));
  block[0] = 0;
}
void free_block() { std::free(block); }

// What the allocator knows.
std::map<std::string, Part> blocks() {
  return {
      {"a block of 16 bytes or of 8", trap([] { allocate(16); }, [] { allocate(8); },
                                           {.later = [] { block[2] = 1; }, .at_end = free_block})},
      {"malloc or new",
       trap([] { allocate(4); }, [] { block = new int(0); }, {.at_end = free_block})},
      {"freed or not", trap([] { free_block(); }, [] { nothing(); },
                            {.later = [] { seen = block[0]; }, .before = [] { allocate(4); }})},
      {"a block that nothing refers to, or none",
       trap([] { allocate(32), block = nullptr; }, [] { nothing(); })},
  };
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  is_flipped = std::strcmp(words[2], "flipped") == 0;
  for (const auto& traps : {knowledge(), hidden_values(), blocks()}) {
    const auto found = traps.find(words[1]);
    if (found != traps.end()) return found->second(), 0;
  }
  return 2;
}
