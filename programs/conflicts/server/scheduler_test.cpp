// SPDX-License-Identifier: MIT
#include "scheduler.hpp"

#include <atomic>

#include "testing.hpp"

using namespace server;

SERVER_TEST(scheduler_does_all_jobs) {
  std::atomic<int> sum{0};
  Scheduler scheduler(1);
  const JobNumber one = scheduler.add("one", 1, [&] { sum += 1; });
  const JobNumber two = scheduler.add("two", 2, [&] { sum += 2; });
  scheduler.drain();
  expect(sum == 3 && scheduler.is_done(one) && scheduler.is_done(two), "both are done");
  expect(scheduler.history().size() == 2, "both are told");
}

SERVER_TEST(scheduler_has_two_workers) {
  std::mutex mutex;
  std::vector<int> results;
  Scheduler scheduler(2);
  for (int i = 0; i < 3; ++i) {
    scheduler.add("job", i, [&, i] {
      const std::lock_guard lock(mutex);
      results.push_back(i);
    });
  }
  scheduler.drain();
  expect(results.size() == 3, "three results");
}

SERVER_TEST(scheduler_cancels) {
  Scheduler scheduler(1);
  const JobNumber number = scheduler.add("job", 1, [] {});
  const bool cancelled = scheduler.cancel(number);
  scheduler.drain();
  expect(cancelled || scheduler.is_done(number), "one or the other");
  expect(!scheduler.cancel(99), "what is not known is not cancelled");
}

SERVER_TEST(scheduler_says_how_many_wait) {
  Scheduler scheduler(1);
  scheduler.add("job", 1, [] {});
  expect(scheduler.waiting() <= 1, "one at most");
  scheduler.drain();
}

SERVER_TEST(scheduler_is_asked_while_jobs_come) {
  Scheduler scheduler(1);
  std::size_t seen = 0;
  together({[&] { scheduler.add("job", 1, [] {}); }, [&] { seen = scheduler.waiting(); }});
  scheduler.drain();
  expect(seen <= 1, "one at most");
}
