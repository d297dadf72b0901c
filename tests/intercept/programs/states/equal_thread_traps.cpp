// SPDX-License-Identifier: MIT
// Two threads with one function and no argument. The one that comes first fails if it is the thread
// that the second argument says, which it finds out in the way that the first argument says; or
// main fails, if it can tell which of them it has joined.
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

namespace {

alignas(64) std::atomic<int> arrived{0};
alignas(64) std::atomic<int> counted{0};
alignas(64) std::atomic<std::uintptr_t> first{0};
pthread_mutex_t start = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
pthread_t threads[2];
thread_local int own_number = 0;
int (*number_of_thread)() = nullptr;
int wanted = 0;
bool returns_order = false;
bool first_sleeps = false;

int number_in_array() { return pthread_equal(pthread_self(), threads[1]) != 0 ? 1 : 0; }
int region_of(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) >> 32 == threads[1] >> 32 ? 1 : 0;
}
int number_of_local() {
  int local = 0;
  return region_of(&local);
}
int number_of_thread_local() { return region_of(&own_number); }
int number_of_block() {
  void* const block = std::malloc(24);
  const int number = region_of(block);
  std::free(block);
  return number;
}
int number_by_id() { return gettid() % 2; }
// The first one leaves its id, and the last one looks at it.
int number_left_behind() {
  if (first.load() == 0) first.store(pthread_self());
  return first.load() == threads[1] ? 1 : 0;
}
int nothing() { return -1; }
// Only the engine knows who holds the lock, and only the other one looks at its id.
int number_without_lock() {
  (void)pthread_mutex_trylock(&checked);
  (void)counted.load();
  const bool is_other = pthread_mutex_unlock(&checked) == EPERM;
  return is_other ? number_in_array() : -1;
}

void* run(void*) {
  pthread_mutex_lock(&start);
  pthread_mutex_unlock(&start);
  if (number_of_thread == number_without_lock) {
    if (number_of_thread() == wanted) std::abort();
    return nullptr;
  }
  const int order = arrived.fetch_add(1);
  if (first_sleeps && order == 0) sleep(1);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  if (order == 0 && number_of_thread() == wanted) std::abort();
  counted.fetch_add(1);
  return returns_order ? reinterpret_cast<void*>(std::intptr_t{order + 1}) : nullptr;
}

void join(int thread) { pthread_join(threads[thread], nullptr); }

// Joins the one, and looks whether the other has come.
void join_and_look() {
  join(wanted);
  if (arrived.load() == 1) std::abort();
  join(1 - wanted);
}
// The first one has slept.
void join_and_look_at_clock() {
  timespec now{};
  join(wanted);
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t then = now.tv_sec;
  join(1 - wanted);
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec == then) std::abort();
}
void join_and_look_at_result() {
  void* results[2] = {};
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], &results[i]);
  if (results[wanted] == reinterpret_cast<void*>(std::intptr_t{1})) std::abort();
}
void join_both() {
  join(0);
  join(1);
}

struct Trap {
  int (*number)() = nothing;
  void (*main)() = join_both;
  bool returns_order = false;
  bool first_sleeps = false;
};

}  // namespace

int main(int count, char** words) {
  const std::map<std::string, Trap> traps = {
      {"its place in an array", {number_in_array}},
      {"the address of a local variable", {number_of_local}},
      {"the address of a thread-local variable", {number_of_thread_local}},
      {"the address of a block", {number_of_block}},
      {"its number", {number_by_id}},
      {"an id that is left behind", {number_left_behind}},
      {"which one is joined first", {nothing, join_and_look}},
      {"whose result it is", {nothing, join_and_look_at_result, true}},
      {"its clock, when it is joined", {nothing, join_and_look_at_clock, false, true}},
      {"a lock that the other one holds", {number_without_lock}},
  };
  if (count != 3) return 2;
  const auto trap = traps.find(words[1]);
  if (trap == traps.end()) return 2;
  wanted = std::atoi(words[2]);
  returns_order = trap->second.returns_order;
  first_sleeps = trap->second.first_sleeps;
  number_of_thread = trap->second.number;
  pthread_mutex_lock(&start);
  for (pthread_t& thread : threads) pthread_create(&thread, nullptr, run, nullptr);
  pthread_mutex_unlock(&start);
  trap->second.main();
}
