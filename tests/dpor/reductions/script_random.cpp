// SPDX-License-Identifier: MIT
// Random scripts for the tests of reductions. Declared in script.hpp.
#include <array>

#include "engine/base/random.hpp"
#include "tests/dpor/reductions/script.hpp"

namespace script {
namespace {

using mcheck::Kind;
using mcheck::ObjectKind;
using mcheck::Operation;
using Thread = std::vector<Instruction>;

constexpr std::array<Object, 10> kObjects = {{
    {ObjectKind::kMutex, {}},
    {ObjectKind::kSharedMutex, {}},
    {ObjectKind::kCondition, {}},
    {ObjectKind::kSemaphore, {.value = 0, .extra = 2}},
    {ObjectKind::kLatch, {.value = 2}},
    {ObjectKind::kBarrier, {.value = 2, .extra = 2}},
    {ObjectKind::kAtomic, {}},
    {ObjectKind::kData, {}},
    {ObjectKind::kOnce, {}},
    {ObjectKind::kEvent, {}},
}};

enum ObjectNumber : unsigned {
  kTheMutex = 1,
  kTheSharedMutex,
  kTheCondition,
  kTheSemaphore,
  kTheLatch,
  kTheBarrier,
  kTheAtomic,
  kTheData,
  kTheOnce,
  kTheEvent,
};

class Generator {
 public:
  Generator(std::uint64_t seed, int length) : random_(seed), length_(length) {}

  Program program() {
    Program program;
    program.objects.assign(kObjects.begin(), kObjects.end());
    program.threads.resize(static_cast<std::size_t>(3 + below(3)));
    // Two families of operations a program, so that its threads interact.
    for (int i = 0; i < 2; ++i) families_.push_back(below(10));
    for (int i = 0; i < length_; ++i) {
      const auto first = static_cast<std::size_t>(below(4) == 0 ? 0 : 1);
      const auto count = static_cast<int>(program.threads.size() - first);
      add(program.threads[first + static_cast<std::size_t>(below(count))]);
    }
    for (std::size_t child = 1; child < program.threads.size(); ++child) {
      spawn(program, child, static_cast<std::size_t>(below(static_cast<int>(child))));
    }
    return program;
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint64_t>(n))); }
  bool one_in(int n) { return below(n) == 0; }

  void put(Thread& thread, const Operation& operation, int required_result = -1) {
    thread.push_back({.operation = operation, .required_result = required_result});
  }
  static Operation on(ObjectNumber object, Kind kind, mcheck::Word a = 0, mcheck::Word b = 0) {
    return {.kind = kind, .object = mcheck::ObjectId(object), .a = a, .b = b};
  }
  Operation sometimes_fails(Operation operation) {
    operation.may_fail = one_in(3);
    return operation;
  }
  Operation sometimes_timed(Operation operation) {
    operation.may_time_out = one_in(4);
    return operation;
  }

  void spawn(Program& program, std::size_t child, std::size_t parent) {
    Thread& list = program.threads[parent];
    // Not between the parts of a compound operation that depend on its result.
    std::size_t at = static_cast<std::size_t>(below(static_cast<int>(list.size()) + 1));
    while (at < list.size() && list[at].required_result >= 0) ++at;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at),
                {.operation = {.kind = Kind::kSpawn, .a = child}});
    if (!one_in(2)) return;
    std::size_t join = at + 1 + static_cast<std::size_t>(below(static_cast<int>(list.size() - at)));
    while (join < list.size() && list[join].required_result >= 0) ++join;
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(join),
                {.operation = {.kind = Kind::kJoin, .a = child}});
  }

  // The shared state of a future is not destroyed: a thread that waits for it owns it, too.
  void add(Thread& thread) {
    if (one_in(12)) return put(thread, {.kind = Kind::kChoose, .a = 2});
    if (one_in(16)) return add_end(thread);
    if (one_in(16))
      return put(thread, on(ObjectNumber(1 + below(9)), Kind::kDestroy, one_in(2) ? 1 : 0));
    if (one_in(12)) return put(thread, {.kind = one_in(2) ? Kind::kYield : Kind::kFence});
    switch (families_[static_cast<std::size_t>(below(2))]) {
      case 0: return add_mutex(thread);
      case 1:
      case 2: return add_shared_mutex(thread);
      case 3: return add_condition(thread);
      case 4: return add_semaphore(thread);
      case 5: return add_latch(thread);
      case 6: return one_in(2) ? add_barrier(thread) : add_once(thread);
      case 7: return add_event(thread);
      default: return add_memory(thread);
    }
  }

  void add_end(Thread& thread) {
    thread.push_back(
        {.what = one_in(2) ? Instruction::What::kFail : Instruction::What::kAssumeFalse,
         .required_result = below(2)});
  }

  void add_mutex(Thread& thread) {
    if (one_in(2)) {
      put(thread, sometimes_timed(on(kTheMutex, Kind::kLock, one_in(6) ? 1 : 0)));
    } else {
      put(thread, sometimes_fails(on(kTheMutex, Kind::kTryLock)));
    }
    if (!one_in(6)) put(thread, on(kTheMutex, Kind::kUnlock), 1);
  }

  void add_shared_mutex(Thread& thread) {
    constexpr std::array<Kind, 4> kLocks = {Kind::kLock, Kind::kTryLock, Kind::kLockShared,
                                            Kind::kTryLockShared};
    const Kind lock = kLocks[static_cast<std::size_t>(below(4))];
    const bool shared = lock == Kind::kLockShared || lock == Kind::kTryLockShared;
    const bool tries = lock == Kind::kTryLock || lock == Kind::kTryLockShared;
    put(thread, tries ? sometimes_fails(on(kTheSharedMutex, lock))
                      : sometimes_timed(on(kTheSharedMutex, lock)));
    if (one_in(3)) put(thread, on(kTheAtomic, Kind::kLoad));
    if (!one_in(6)) {
      put(thread, on(kTheSharedMutex, shared ? Kind::kUnlockShared : Kind::kUnlock),
          thread.back().operation.kind == Kind::kLoad ? -1 : 1);
    }
  }

  void add_condition(Thread& thread) {
    if (one_in(2)) {
      return put(thread, on(kTheCondition, one_in(2) ? Kind::kNotifyOne : Kind::kNotifyAll));
    }
    put(thread, on(kTheMutex, Kind::kLock));
    Operation wait = on(kTheCondition, Kind::kEnqueue, kTheMutex);
    put(thread, wait);
    put(thread, on(kTheMutex, Kind::kUnlock));
    if (one_in(2)) {
      put(thread, on(kTheCondition, Kind::kAwaken));
    } else {
      put(thread, sometimes_timed(on(kTheCondition, Kind::kLeave)));
    }
    put(thread, on(kTheMutex, Kind::kLock));
    put(thread, on(kTheMutex, Kind::kUnlock));
  }

  void add_semaphore(Thread& thread) {
    switch (below(3)) {
      case 0: return put(thread, sometimes_timed(on(kTheSemaphore, Kind::kAcquire)));
      case 1: return put(thread, sometimes_fails(on(kTheSemaphore, Kind::kTryAcquire)));
      default: return put(thread, on(kTheSemaphore, Kind::kRelease, one_in(4) ? 2 : 1));
    }
  }

  void add_latch(Thread& thread) {
    switch (below(4)) {
      case 0: return put(thread, on(kTheLatch, Kind::kTryWait));
      case 1: return put(thread, on(kTheLatch, Kind::kLatchWait));
      default: return put(thread, on(kTheLatch, Kind::kCountDown, 1));
    }
  }

  void add_barrier(Thread& thread) {
    put(thread, on(kTheBarrier, Kind::kArrive, 1, one_in(4) ? 1 : 0));
    put(thread, on(kTheBarrier, Kind::kNextPhase), 1);
    put(thread, on(kTheBarrier, Kind::kPhaseWait, 0));
  }

  void add_once(Thread& thread) {
    put(thread, on(kTheOnce, Kind::kOnceEnter));
    put(thread, on(kTheOnce, one_in(3) ? Kind::kOnceFail : Kind::kOnceDone), 1);
  }

  void add_event(Thread& thread) {
    switch (below(3)) {
      case 0: return put(thread, on(kTheEvent, Kind::kEventSet));
      case 1: return put(thread, on(kTheEvent, Kind::kEventWait));
      default: return put(thread, on(kTheEvent, Kind::kEventPoll));
    }
  }

  void add_memory(Thread& thread) {
    const auto value = static_cast<mcheck::Word>(below(3));
    switch (below(10)) {
      case 0: return put(thread, on(kTheAtomic, Kind::kLoad));
      case 1: return put(thread, on(kTheAtomic, Kind::kStore, value));
      case 2: return put(thread, on(kTheData, Kind::kRead));
      case 3: return put(thread, on(kTheData, Kind::kWrite, value));
      case 4:
      case 5:
        return put(thread,
                   sometimes_fails(on(kTheAtomic, Kind::kCompareExchange, value, 2 - value)));
      case 6:
        put(thread, on(kTheAtomic, Kind::kAtomicWait, value));
        return put(thread, on(kTheAtomic, Kind::kAwaken), 0);
      case 7: return put(thread, on(kTheAtomic, one_in(2) ? Kind::kNotifyOne : Kind::kNotifyAll));
      case 8: return put(thread, on(kTheAtomic, Kind::kAwait, value));
      default: {
        Operation fetch = on(kTheAtomic, Kind::kFetch, value);
        if (one_in(2)) fetch.b = static_cast<mcheck::Word>(mcheck::Arithmetic::kAdd);
        return put(thread, fetch);
      }
    }
  }

  mcheck::Random random_;
  int length_;
  std::vector<int> families_;
};

}  // namespace

Program random_program(std::uint64_t seed, int length) { return Generator(seed, length).program(); }

}  // namespace script
