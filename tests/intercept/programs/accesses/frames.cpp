// SPDX-License-Identifier: MIT
// A stack frame whose memory another thread uses; the first argument selects how. With `right`
// behind it the use is ordered before the end of the frame; otherwise it is not, or it comes later.
#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>

#include <atomic>
#include <csetjmp>
#include <cstring>
#include <functional>
#include <future>
#include <latch>
#include <map>
#include <mutex>
#include <semaphore>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

bool right = false;

struct Gate {
  std::atomic<int> done{0};
  int extra = 0;
  std::atomic<int> late{0};
};

std::atomic<Gate*> where{nullptr};

// The helper opens the gate, and uses it once more: before that in the right version.
void helps() {
  Gate* const gate = where.load();
  if (gate == nullptr) return;
  if (right) gate->extra = 7;
  gate->done.store(1);
  if (!right) gate->extra = 7;
}

void helps_atomically() {
  Gate* const gate = where.load();
  if (gate == nullptr) return;
  if (right) gate->late.store(7);
  gate->done.store(1);
  if (!right) gate->late.store(7);
}

void wait_for(Gate& gate) {
  while (gate.done.load() == 0) std::this_thread::yield();
}

// The frames that hold the gate are waits() and what it calls.
template <class Body>
void with_helper(void (*helper)(), Body body) {
  where.store(nullptr);
  Gate unused;
  std::thread thread;
  body([&](Gate& gate) {
    where.store(&gate);
    thread = std::thread(helper);
  });
  thread.join();
}

[[gnu::noinline]] void waits(const std::function<void(Gate&)>& start) {
  Gate gate;
  start(gate);
  wait_for(gate);
}

void by_return() {
  with_helper(helps, [](auto start) { waits(start); });
}
void by_atomic() {
  with_helper(helps_atomically, [](auto start) { waits(start); });
}

[[gnu::noinline]] void throws(const std::function<void(Gate&)>& start) {
  Gate gate;
  start(gate);
  wait_for(gate);
  throw std::runtime_error("leaves");
}
void by_exception() {
  with_helper(helps, [](auto start) {
    try {
      throws(start);
    } catch (const std::runtime_error&) {
    }
  });
}

std::jmp_buf back;
[[gnu::noinline]] void jumps(const std::function<void(Gate&)>& start) {
  Gate gate;
  start(gate);
  wait_for(gate);
  std::longjmp(back, 1);
}
[[gnu::noinline]] void catches_jump(const std::function<void(Gate&)>& start) {
  if (setjmp(back) == 0) jumps(start);
}
void by_longjmp() {
  with_helper(helps, [](auto start) { catches_jump(start); });
}

void by_thread_end() {
  with_helper(helps, [](auto start) {
    std::thread owner([&] {
      Gate gate;
      start(gate);
      wait_for(gate);
    });
    owner.join();
  });
}

void* exits(void* start) {
  Gate gate;
  (*static_cast<std::function<void(Gate&)>*>(start))(gate);
  wait_for(gate);
  pthread_exit(nullptr);
}
void by_pthread_exit() {
  with_helper(helps, [](auto start) {
    std::function<void(Gate&)> given = start;
    pthread_t owner{};
    pthread_create(&owner, nullptr, exits, &given);
    pthread_join(owner, nullptr);
  });
}

// A lambda that captures by reference, in a thread that is joined too late.
std::thread maker;
std::atomic<bool> seen{false};
[[gnu::noinline]] void captures() {
  int count = 0;
  maker = std::thread([&] { ++count; });
  if (right) maker.join();
}
void by_lambda() {
  captures();
  if (!right) maker.join();
}

std::function<void()> kept;
[[gnu::noinline]] void keeps() {
  int numbers[4] = {1, 2, 3, 4};
  kept = [&numbers] { numbers[2] = 5; };
  maker = std::thread([] { kept(); });
  if (right) maker.join();
}
void by_function() {
  keeps();
  if (!right) maker.join();
}

[[gnu::noinline]] void copies() {
  char text[64] = {};
  char* const at = text;
  maker = std::thread([at] { std::memcpy(at, "0123456789abcdef", 17); });
  if (right) maker.join();
}
void by_memcpy() {
  copies();
  if (!right) maker.join();
}

[[gnu::noinline]] void allocates(int size) {
  int* const numbers = static_cast<int*>(alloca(sizeof(int) * static_cast<unsigned>(size)));
  numbers[0] = 1;
  maker = std::thread([=] { numbers[size - 1] = 5; });
  if (right) maker.join();
}
void by_alloca() {
  allocates(20);
  if (!right) maker.join();
}

// sync_wait: the thread that runs the loop leaves it while the other is still inside.
struct RunLoop {
  std::mutex mutex;
  std::condition_variable_any* none = nullptr;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  bool done = false;
  void finish() {
    std::unique_lock lock(mutex);
    done = true;
    if (!right) lock.unlock();
    pthread_cond_signal(&condition);
  }
  void run() {
    const std::unique_lock lock(mutex);
    while (!done) pthread_cond_wait(&condition, mutex.native_handle());
  }
};
[[gnu::noinline]] void sync_wait() {
  RunLoop loop;
  RunLoop* const it = &loop;
  maker = std::thread([it] { it->finish(); });
  loop.run();
}
void by_run_loop() {
  sync_wait();
  maker.join();
}

// A flag that is read without the lock, while the lock still has to be released.
struct Guarded {
  std::mutex mutex;
  std::atomic<bool> done{false};
};
[[gnu::noinline]] void waits_for_guarded() {
  Guarded guarded;
  Guarded* const it = &guarded;
  maker = std::thread([it] {
    const std::lock_guard lock(it->mutex);
    it->done = true;
  });
  while (!guarded.done) std::this_thread::yield();
  if (right) guarded.mutex.lock();
  if (right) guarded.mutex.unlock();
}
void by_mutex() {
  waits_for_guarded();
  maker.join();
}

[[gnu::noinline]] int deeper(int levels, const std::function<void(Gate&)>& start) {
  if (levels > 0) return deeper(levels - 1, start) + 1;
  waits(start);
  return 0;
}
void by_recursion() {
  with_helper(helps, [](auto start) { deeper(5, start); });
}

// The next function has other variables where the gate was.
[[gnu::noinline]] int reuses() {
  volatile int numbers[64];
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  return numbers[63];
}
void by_reuse() {
  with_helper(helps, [](auto start) {
    waits(start);
    reuses();
  });
}

// The variable is first used after the frame has ended, and a lock orders that.
std::mutex guard;
int* volatile stale = nullptr;
[[gnu::noinline]] void publishes() {
  int big[64] = {};
  const std::lock_guard lock(guard);
  stale = &big[3];
  if (right) stale = nullptr;
}
void by_first_use() {
  maker = std::thread([] {
    const std::lock_guard lock(guard);
    if (stale != nullptr) *stale = 4;
  });
  publishes();
  { const std::lock_guard lock(guard); }
  maker.join();
}

[[gnu::noinline]] void posts() {
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  int value = 0;
  maker = std::thread([&] {
    if (right) value = 3;
    sem_post(&semaphore);
    if (!right) value = 3;
  });
  sem_wait(&semaphore);
}
void by_semaphore() {
  posts();
  maker.join();
}

// What the library does after the last waiter may continue is not checked.
[[gnu::noinline]] void latches() {
  std::latch latch(1);
  int value = 0;
  maker = std::thread([&] {
    if (right) value = 3;
    latch.count_down();
    if (!right) value = 3;
  });
  latch.wait();
}
void by_latch() {
  latches();
  maker.join();
}

[[gnu::noinline]] void acquires() {
  std::binary_semaphore semaphore(0);
  int value = 0;
  maker = std::thread([&] {
    if (right) value = 3;
    semaphore.release();
    if (!right) value = 3;
  });
  semaphore.acquire();
}
void by_binary_semaphore() {
  acquires();
  maker.join();
}

[[gnu::noinline]] void promises() {
  std::promise<int> promise;
  int value = 0;
  std::future<int> future = promise.get_future();
  maker = std::thread([&value, given = std::move(promise)]() mutable {
    if (right) value = 3;
    given.set_value(1);
    if (!right) value = 3;
  });
  (void)future.get();
}
void by_future() {
  promises();
  maker.join();
}

// Nobody has accessed the frame before it is left, and a later one covers its bytes.
volatile int sink = 0;  // a compiler drops values that are not read
[[gnu::noinline]] void starts() {
  int numbers[4] = {};
  maker = std::thread([&numbers] { sink = numbers[2]; });
  if (right) maker.join();
}
[[gnu::noinline]] void covers() {
  volatile int numbers[64];
  numbers[0] = 1;
  if (!right) maker.join();
}
void by_later_frame() {
  starts();
  covers();
}

// main's own frame, and a thread that is not joined.
std::atomic<int> ready{0};

const std::map<std::string, void (*)()> scenarios = {
    {"return", by_return},         {"atomic", by_atomic},
    {"exception", by_exception},   {"longjmp", by_longjmp},
    {"thread_end", by_thread_end}, {"pthread_exit", by_pthread_exit},
    {"lambda", by_lambda},         {"function", by_function},
    {"memcpy", by_memcpy},         {"alloca", by_alloca},
    {"run_loop", by_run_loop},     {"mutex", by_mutex},
    {"recursion", by_recursion},   {"reuse", by_reuse},
    {"first_use", by_first_use},   {"semaphore", by_semaphore},
    {"latch", by_latch},           {"binary_semaphore", by_binary_semaphore},
    {"future", by_future},         {"later_frame", by_later_frame}};

}  // namespace

int main(int count, char** words) {
  right = count > 2;
  const std::string scenario = count > 1 ? words[1] : "return";
  if (scenario != "main") {
    scenarios.at(scenario)();
    return 0;
  }
  int value = 0;
  std::thread user([&] {
    if (right) value = 3;
    ready.store(1);
    if (!right) value = 3;
  });
  user.detach();
  while (ready.load() == 0) std::this_thread::yield();
  return 0;
}
