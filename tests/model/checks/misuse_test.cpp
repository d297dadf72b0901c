// SPDX-License-Identifier: MIT
// Undefined behaviour by the standard that no other test of this folder shows: docs/misuse.md.
#include <optional>

#include <mcheck/barrier.hpp>
#include <mcheck/check.hpp>
#include <mcheck/latch.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/shared_mutex.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::misuse_test {

TEST_CASE("to try a mutex that the thread holds is misuse, except for a recursive one") {
  const auto tries = [](auto hold, auto attempt) {
    return explored([=] {
      shared_mutex guard{"guard"};
      hold(guard);
      (void)attempt(guard);
    });
  };
  const auto exclusive = [](shared_mutex& guard) { guard.lock(); };
  const auto shared = [](shared_mutex& guard) { guard.lock_shared(); };
  const auto to_write = [](shared_mutex& guard) { return guard.try_lock(); };
  const auto to_read = [](shared_mutex& guard) { return guard.try_lock_shared(); };
  const char* const words = "main tries to lock a mutex that it holds: `guard`";
  require_bug(tries(exclusive, to_write), "misuse", words);
  require_bug(tries(exclusive, to_read), "misuse", words);
  require_bug(tries(shared, to_write), "misuse", words);
  require_bug(tries(shared, to_read), "misuse", words);
  require_bug(explored([] {
                mutex guard{"guard"};
                guard.lock();
                (void)guard.try_lock();
              }),
              "misuse", words);
  require_verified(explored([] {
    recursive_mutex guard;
    const lock_guard first(guard);
    check(guard.try_lock(), "its own");
    guard.unlock();
  }));
  require_verified(explored([] {
    mutex guard;
    thread other([&] {
      if (guard.try_lock()) guard.unlock();
    });
    if (guard.try_lock()) guard.unlock();
    other.join();
  }));
}

TEST_CASE("to wait for a barrier's phase is misuse once the next one is over, too") {
  const auto phases = [](int between) {
    return explored([between] {
      barrier alone{1, "alone"};
      auto token = alone.arrive();
      for (int i = 0; i < between; ++i) alone.arrive_and_wait();
      alone.wait(std::move(token));
    });
  };
  require_verified(phases(0));
  require_bug(phases(1), "misuse",
              "main waits for a phase of a barrier that ended before the previous one");
}

TEST_CASE("what others wait for may not end") {
  require_bug(explored([] {
                std::optional<binary_semaphore> permit(std::in_place, 0, "permit");
                thread waiter([&semaphore = *permit] { semaphore.acquire(); });
                permit.reset();
                waiter.join();
              }),
              "destroyed-object", "permit");
  require_bug(explored([] {
                std::optional<latch> gate(std::in_place, 1, "gate");
                thread waiter([&waited = *gate] { waited.wait(); });
                gate.reset();
                waiter.join();
              }),
              "destroyed-object", "gate");
  require_bug(explored([] {
                std::optional<barrier<>> both(std::in_place, 2, "both");
                thread waiter([&waited = *both] { waited.arrive_and_wait(); });
                both.reset();
                waiter.join();
              }),
              "destroyed-object", "both");
}

}  // namespace mcheck::misuse_test
