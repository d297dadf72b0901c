// SPDX-License-Identifier: MIT
// A variable of a stack frame, used by another thread after the frame has been left and a later
// one covers it. Arguments: what is used, or how the frame is left; `touched`: the other thread has
// used it before, too; `right`: all uses are ordered before the end (by a join, or by `flag` or
// `lock`); `thread`: the frame is not on main's stack; `list`: prints the scenarios.
#include <alloca.h>
#include <pthread.h>
#include <semaphore.h>
#include <ucontext.h>

#include <array>
#include <atomic>
#include <coroutine>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

bool touched = false;
bool right = false;
bool flag = false;
bool lock = false;

std::function<void()> use;     // of the variable in the frame
std::function<void()> finish;  // waits for the end of the thread that uses it
sem_t used;
std::atomic<bool> done{false};
std::mutex guard;
bool open = true;

void helps() {
  if (lock) {
    const std::lock_guard held(guard);
    if (open) use();
    return;
  }
  if (touched) {
    use();
    sem_post(&used);
  }
  use();
  done.store(true, std::memory_order_release);
}

void waits() {
  if (finish != nullptr) std::exchange(finish, nullptr)();
}

// The frame is about to be left.
void leaves() {
  if (touched) sem_wait(&used);
  if (!right) return;
  if (flag) {
    while (!done.load(std::memory_order_acquire)) std::this_thread::yield();
  } else if (lock) {
    const std::lock_guard held(guard);
    open = false;
  } else {
    waits();
  }
}

std::thread helper;
void starts_thread() {
  helper = std::thread(helps);
  finish = [] { helper.join(); };
}

template <class Use>
void share(Use given) {
  use = given;
  starts_thread();
  leaves();
}

// Its variables are where those of earlier frames were; it writes one of them.
[[gnu::noinline]] void covers() {
  volatile int numbers[400];
  numbers[0] = 1;
  waits();
}

// --- what is in the frame, and how the other thread came to it ----------------------------------

[[gnu::noinline]] void variable() {
  int number = 0;
  share([&number] { ++number; });
}

[[gnu::noinline]] void array() {
  int numbers[8] = {};
  share([&numbers] { numbers[5] = 3; });
}

[[gnu::noinline]] void large_array() {
  int numbers[8000];
  numbers[7999] = 1;
  share([&numbers] { numbers[5] = 3; });
}
[[gnu::noinline]] void covers_large_array() {
  volatile int numbers[9000];
  numbers[8999] = 1;
  waits();
}
void large() {
  large_array();
  covers_large_array();
}

[[gnu::noinline]] void block(unsigned size) {
  char* const bytes = static_cast<char*>(alloca(size));
  bytes[0] = 1;
  share([bytes, size] { bytes[size - 1] = 2; });
}
void grown() { block(100); }

struct Counter {
  char name[24] = "counter";
  int value = 0;
  int limit = 9;

  [[gnu::noinline]] void count() {
    if (value < limit) ++value;
  }
};
[[gnu::noinline]] void structure() {
  Counter counter;
  share([&counter] { counter.count(); });
}

[[gnu::noinline]] void placement() {
  alignas(Counter) unsigned char room[2 * sizeof(Counter)];
  auto* const counter = new (room + sizeof(Counter)) Counter;
  share([counter] { counter->count(); });
}

[[gnu::noinline]] void copied() {
  char text[32] = {};
  share([&text] { std::strcpy(text, "written by a library"); });
}

[[gnu::noinline]] void atomic() {
  std::atomic<int> number{0};
  share([&number] { number.fetch_add(1); });
}

[[gnu::noinline]] void mutex() {
  std::mutex inner;
  share([&inner] { const std::lock_guard held(inner); });
}

[[gnu::noinline]] void condition() {
  pthread_cond_t inner = PTHREAD_COND_INITIALIZER;
  share([&inner] { pthread_cond_signal(&inner); });
}

[[gnu::noinline]] void semaphore() {
  sem_t inner;
  sem_init(&inner, 0, 0);
  share([&inner] { sem_post(&inner); });
}

[[gnu::noinline]] void reader_lock() {
  pthread_rwlock_t inner = PTHREAD_RWLOCK_INITIALIZER;
  share([&inner] {
    pthread_rwlock_rdlock(&inner);
    pthread_rwlock_unlock(&inner);
  });
}

[[gnu::noinline]] void spin_lock() {
  pthread_spinlock_t inner;
  pthread_spin_init(&inner, PTHREAD_PROCESS_PRIVATE);
  share([&inner] {
    pthread_spin_lock(&inner);
    pthread_spin_unlock(&inner);
  });
}

[[gnu::noinline]] void barrier() {
  pthread_barrier_t inner;
  pthread_barrier_init(&inner, nullptr, 1);
  share([&inner] { pthread_barrier_wait(&inner); });
}

void adds(int& number) {
  use = [&number] { ++number; };
  helps();
}
[[gnu::noinline]] void reference() {
  int number = 0;
  helper = std::thread(adds, std::ref(number));
  finish = [] { helper.join(); };
  leaves();
}

std::future<void> result;
[[gnu::noinline]] void async() {
  int number = 0;
  use = [&number] { ++number; };
  result = std::async(std::launch::async, helps);
  finish = [] { result.get(); };
  leaves();
}

std::function<void()> kept;
[[gnu::noinline]] void function() {
  int numbers[3] = {1, 2, 3};
  kept = [&numbers] { numbers[1] += numbers[2]; };
  share([] { kept(); });
}

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};
Task counts(int& count) {
  for (;;) {
    co_await std::suspend_always{};
    ++count;
  }
}
Task task;
[[gnu::noinline]] void coroutine() {
  int count = 0;
  task = counts(count);
  share([] { task.handle.resume(); });
}

// Two threads meet at it; the other one may not have left it yet.
[[gnu::noinline]] void left_barrier() {
  pthread_barrier_t inner;
  pthread_barrier_init(&inner, nullptr, 2);
  helper = std::thread([&inner] { pthread_barrier_wait(&inner); });
  finish = [] { helper.join(); };
  pthread_barrier_wait(&inner);
  if (right) pthread_barrier_destroy(&inner);
}

// --- how the frame is left ----------------------------------------------------------------------

[[gnu::noinline]] void throws() {
  int number = 0;
  share([&number] { ++number; });
  throw std::runtime_error("leaves");
}
[[gnu::noinline]] void exception() {
  try {
    throws();
  } catch (const std::runtime_error&) {
  }
}

std::jmp_buf back;
[[gnu::noinline]] void jumps() {
  int numbers[16] = {};
  share([&numbers] { numbers[7] = 1; });
  std::longjmp(back, 1);
}
// The target of the jump covers what was left, and ends no frame before that.
[[gnu::noinline]] void long_jump() {
  if (setjmp(back) == 0) jumps();
  covers();
}

[[gnu::noinline]] int deeper(int levels) {
  int numbers[4] = {levels};
  if (levels > 0) return deeper(levels - 1) + numbers[0];
  share([&numbers] { numbers[2] = 1; });
  return 0;
}
void recursion() { (void)deeper(3); }

// Its caller continues, and covers it from its own frame.
[[gnu::noinline]] void nested() {
  volatile int own[4] = {};
  array();
  own[1] = 2;
  covers();
}

// The use is ordered after the end, and not after the start of the next frame.
int ended = 0;
[[gnu::noinline]] void ends() {
  int number = 0;
  helper = std::thread([&number] {
    while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) == 0) std::this_thread::yield();
    number = 1;
  });
  finish = [] { helper.join(); };
  if (!right) return;
  __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
  waits();
}
void between() {
  ends();
  __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
  covers();
}

// A fiber runs, and a later frame covers what was left before it.
ucontext_t outside;
ucontext_t inside;
std::array<char, 1 << 16> stack_of_fiber;
void covers_in_fiber() {
  volatile int numbers[40];
  numbers[0] = 1;
}
void fiber() {
  variable();
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack_of_fiber.data();
  inside.uc_stack.ss_size = stack_of_fiber.size();
  inside.uc_link = &outside;
  makecontext(&inside, covers_in_fiber, 0);
  swapcontext(&outside, &inside);
}

const std::map<std::string, void (*)()> scenarios = {{"variable", variable},
                                                     {"array", array},
                                                     {"grown", grown},
                                                     {"structure", structure},
                                                     {"placement", placement},
                                                     {"copied", copied},
                                                     {"atomic", atomic},
                                                     {"mutex", mutex},
                                                     {"condition", condition},
                                                     {"semaphore", semaphore},
                                                     {"reader_lock", reader_lock},
                                                     {"spin_lock", spin_lock},
                                                     {"barrier", barrier},
                                                     {"reference", reference},
                                                     {"async", async},
                                                     {"function", function},
                                                     {"coroutine", coroutine},
                                                     {"exception", exception},
                                                     {"long_jump", long_jump},
                                                     {"recursion", recursion},
                                                     {"nested", nested},
                                                     {"large", large}};
const std::map<std::string, void (*)()> others = {
    {"left_barrier", left_barrier}, {"between", between}, {"fiber", fiber}};

void runs(void (*scenario)()) {
  scenario();
  covers();
}

void runs_on(bool thread, void (*scenario)()) {
  if (!thread) return runs(scenario);
  std::thread(runs, scenario).join();
}

}  // namespace

int main(int count, char** arguments) {
  const std::set<std::string> words(arguments + 1, arguments + count);
  touched = words.contains("touched");
  right = words.contains("right");
  flag = words.contains("flag");
  lock = words.contains("lock");
  sem_init(&used, 0, 0);
  for (const auto& [name, scenario] : scenarios) {
    if (words.contains("list")) std::puts(name.c_str());
    if (words.contains(name)) runs_on(words.contains("thread"), scenario);
  }
  for (const auto& [name, scenario] : others) {
    if (words.contains(name)) runs_on(words.contains("thread"), scenario);
  }
  waits();
  if (task.handle) task.handle.destroy();
  return 0;
}
