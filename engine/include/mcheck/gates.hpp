// SPDX-License-Identifier: MIT
// Gates: a test forces one schedule, or a part of one, and mcheck explores what is left open.
//
//   mcheck::gate copied{"copied"};       // global, or alive as long as a thread uses it
//
//   // thread A                          // thread B
//   copy = shared.load();                copied.wait();
//   copied.open();                       shared.store(2);
//
//   gate             opens at open(), and stays open
//   counting_gate    opens at the nth open()
//   barrier_gate     opens when n threads have arrived
//   turnstile        each open() lets one wait() through
//   wait_until       waits until a condition holds; nobody has to notify
//
// A gate orders what threads do, and excuses no data race: one between two threads that a gate
// orders is reported all the same. A thread that waits at a gate for ever is no deadlock of the
// program: the execution does not count, and if no execution can meet the schedule, that is MC031.
//
// The same for programs that were written for mcheck and for unmodified ones. Without mcheck gates
// wait for real; with MCHECK_GATES_OFF defined they do nothing then.
#pragma once

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include <mcheck/detail/object.hpp>
#include <mcheck/detail/quantifier.hpp>

// Defined by mcheck only. `needed`: the number of openings; `takes`: and these are used up.
extern "C" {
extern __attribute__((weak)) bool mcheck_runtime_gate_begin(mcheck::detail::Object* gate);
extern __attribute__((weak)) void mcheck_runtime_gate_end(mcheck::detail::Object* gate);
extern __attribute__((weak)) void mcheck_runtime_gate_open(mcheck::detail::Object* gate);
extern __attribute__((weak)) unsigned long mcheck_runtime_gate_arrive(mcheck::detail::Object* gate);
extern __attribute__((weak)) void mcheck_runtime_gate_wait(mcheck::detail::Object* gate,
                                                           unsigned long needed, bool takes);
extern __attribute__((weak)) void mcheck_runtime_set_quantifier(unsigned char quantifier);
extern __attribute__((weak)) void mcheck_runtime_condition_begin(mcheck::detail::Object* gate);
extern __attribute__((weak)) void mcheck_runtime_condition_retry(mcheck::detail::Object* gate);
extern __attribute__((weak)) void mcheck_runtime_condition_end(mcheck::detail::Object* gate,
                                                               bool threw);
}

namespace mcheck {
namespace detail {

// Whether that thread of this process sleeps, or has ended; true for 0.
inline bool is_asleep(long thread) {
  if (thread == 0) return true;
  char text[512];
  std::snprintf(text, sizeof text, "/proc/self/task/%ld/stat", thread);
  std::FILE* const file = std::fopen(text, "r");
  if (file == nullptr) return true;
  const std::size_t size = std::fread(text, 1, sizeof text - 1, file);
  std::fclose(file);
  text[size] = '\0';
  const char* const name_end = std::strrchr(text, ')');  // the state follows the name
  return name_end != nullptr && name_end[1] == ' ' && name_end[2] == 'S';
}

// A count of openings, and threads that wait for it.
class Openings : public Object {
 public:
  constexpr Openings() = default;  // of a schedule
  constexpr explicit Openings(const char* gate_name) : Object(gate_name), is_gate_(true) {}

  // Otherwise it belongs to a schedule, and stands for an event.
  [[nodiscard]] constexpr bool is_gate() const { return is_gate_; }

  void open() {
    if (mcheck_runtime_gate_open != nullptr) return mcheck_runtime_gate_open(this);
    ++openings_;
  }
  // How many openings there were before.
  unsigned long arrive() {
    if (mcheck_runtime_gate_arrive != nullptr) return mcheck_runtime_gate_arrive(this);
    return openings_++;
  }
  // [a] without mcheck: opens once the system says that the calling thread sleeps.
  void open_when_asleep() {
    opener_ = syscall(SYS_gettid);
    ++openings_;
  }
  void wait(unsigned long needed, bool takes = false) {
    if (mcheck_runtime_gate_wait != nullptr) return mcheck_runtime_gate_wait(this, needed, takes);
#ifndef MCHECK_GATES_OFF
    for (;;) {
      unsigned long now = openings_;
      if (now < needed || !is_asleep(opener_)) {
        std::this_thread::sleep_for(std::chrono::microseconds(50));
      } else if (!takes || openings_.compare_exchange_strong(now, now - needed)) {
        return;
      }
    }
#endif
  }

 private:
  // Without mcheck.
  std::atomic<unsigned long> openings_{0};
  std::atomic<long> opener_{0};
  bool is_gate_ = false;
};

// Openings that end with the object.
class GateBase {
 protected:
  constexpr explicit GateBase(const char* name) : openings_(name) {
    if (__builtin_is_constant_evaluated() || mcheck_runtime_gate_begin == nullptr) return;
    ends_ = mcheck_runtime_gate_begin(&openings_);
  }
  // A global gate does not end: at the end of the process threads may still wait at it.
  ~GateBase() {
    if (ends_) mcheck_runtime_gate_end(&openings_);
  }

  Openings openings_;

 private:
  bool ends_ = false;
};

}  // namespace detail

class gate : detail::GateBase {
 public:
  constexpr explicit gate(const char* name) : GateBase(name) {}
  void open() { openings_.open(); }
  void wait() { openings_.wait(1); }
};

class counting_gate : detail::GateBase {
 public:
  constexpr counting_gate(const char* name, unsigned long openings)
      : GateBase(name), needed_(openings) {}
  void open() { openings_.open(); }
  void wait() { openings_.wait(needed_); }

 private:
  unsigned long needed_;
};

// Closes again behind each n threads.
class barrier_gate : detail::GateBase {
 public:
  constexpr barrier_gate(const char* name, unsigned long threads)
      : GateBase(name), threads_(threads == 0 ? 1 : threads) {}
  void arrive_and_wait() {
    const unsigned long round = openings_.arrive() / threads_;
    openings_.wait((round + 1) * threads_);
  }

 private:
  unsigned long threads_;
};

class turnstile : detail::GateBase {
 public:
  constexpr explicit turnstile(const char* name) : GateBase(name) {}
  void open() { openings_.open(); }
  void wait() { openings_.wait(1, true); }
};

// What is claimed of the executions that the gates leave open. Before the first thread starts;
// without mcheck it does nothing.
inline void set_quantifier(quantifier wanted) {
  if (mcheck_runtime_set_quantifier != nullptr)
    mcheck_runtime_set_quantifier(static_cast<unsigned char>(wanted));
}

// The condition is evaluated again whenever what it read may have changed. It only reads, and what
// it reads must be visible to mcheck as a scheduling point: atomics, mcheck's types; with
// --points all --races ignore, any memory.
template <class Condition>
void wait_until(const char* name, Condition holds) {
  if (mcheck_runtime_condition_begin == nullptr) {
#ifndef MCHECK_GATES_OFF
    while (!holds()) std::this_thread::sleep_for(std::chrono::microseconds(50));
#endif
    return;
  }
  detail::Object condition(name);
  mcheck_runtime_condition_begin(&condition);
#ifdef __cpp_exceptions
  try {
    while (!holds()) mcheck_runtime_condition_retry(&condition);
  } catch (...) {
    mcheck_runtime_condition_end(&condition, true);
  }
#else
  while (!holds()) mcheck_runtime_condition_retry(&condition);
#endif
  mcheck_runtime_condition_end(&condition, false);
}

}  // namespace mcheck
