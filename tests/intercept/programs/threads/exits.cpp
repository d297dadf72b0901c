// SPDX-License-Identifier: MIT
// Ways to end a process; the first argument selects one.
#include <err.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

namespace {

std::string order;
std::atomic<bool> go{false};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;

struct Noted {
  explicit Noted(char end) : end_(end) {}
  ~Noted() { order += end_; }
  char end_;
};

// Runs after all others: asserts what ran before, from the last backwards.
struct First {
  ~First() {
    if (order.size() < 5) return;
    assert(order == "tnfab2s");
    printf("all in order\n");
  }
};

First first;
Noted is_static('s');

void note_2(int code, void* letter) {
  assert(code == 0);
  order += *static_cast<const char*>(letter);
}

int handlers() {
  static char two = '2';
  on_exit(note_2, &two);
  atexit([] {
    order += 'a';
    atexit([] { order += 'b'; });
  });
  static Noted in_function('f');
  atexit([] { order += 'n'; });
  thread_local Noted in_thread('t');
  in_thread.end_ = 't';
  return 0;
}

void start_detached(void (*body)()) { std::thread(body).detach(); }

int racing_handlers() {
  std::thread other([] { atexit([] { order += 'o'; }); });
  atexit([] { order += 'm'; });
  other.join();
  atexit([] { _exit(order.empty() ? 0 : 1); });
  atexit([] { quick_exit(0); });
  return 0;
}

int handler_orders() {
  std::thread other([] { atexit([] { order += 'o'; }); });
  atexit([] { assert(order != "o"); });
  other.join();
  return 0;
}

int two_exits(int code) {
  std::thread([] {
    go = true;
    exit(0);
  }).detach();
  exit(code);
}

int run(const std::string& ending) {
  if (ending == "handlers") return handlers();
  if (ending == "racing_handlers") return racing_handlers();
  if (ending == "handler_orders") return handler_orders();
  if (ending == "status") return 3;
  if (ending == "status_0") return 256;
  if (ending == "_exit") _exit(4);
  if (ending == "errx") errx(5, "that is %s", "wrong");
  if (ending == "two_exits") return two_exits(0);
  if (ending == "two_codes") return two_exits(5);
  if (ending == "quick_exit") {
    atexit([] { assert(false); });
    at_quick_exit([] { _Exit(order.empty() ? 1 : 0); });
    at_quick_exit([] { order += 'q'; });
    quick_exit(7);
  }
  if (ending == "blocked_on_lock") {
    pthread_mutex_lock(&lock);
    start_detached([] { pthread_mutex_lock(&lock); });
  }
  if (ending == "blocked_on_condition") {
    start_detached([] {
      pthread_mutex_lock(&lock);
      pthread_cond_wait(&never, &lock);
    });
  }
  if (ending == "polls") {
    start_detached([] {
      while (!go) std::this_thread::yield();
    });
  }
  if (ending == "joins_main") {
    static pthread_t main_thread = pthread_self();
    start_detached([] {
      pthread_join(main_thread, nullptr);
      assert(false);
    });
  }
  if (ending == "others_run") {
    start_detached([] { assert(!go); });
    atexit([] { go = true; });
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "handlers";
  if (what != "forgets_its_words") return run(what);
  std::fill(words, words + count, nullptr);  // as a program that removes options from argv
  return 0;
}
