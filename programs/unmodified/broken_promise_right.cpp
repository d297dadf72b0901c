// SPDX-License-Identifier: MIT
// A worker that is asked to stop destroys its promise without an answer; main, which waits for it,
// catches std::future_errc::broken_promise.
//
// Wrong form: broken_promise.cpp.
#include <atomic>
#include <cassert>
#include <future>
#include <thread>
#include <utility>

int main() {
  std::atomic<bool> stop{false};
  std::promise<int> answer;
  std::future<int> result = answer.get_future();
  std::thread worker([&stop, promise = std::move(answer)]() mutable {
    std::promise<int> mine = std::move(promise);
    if (!stop.load()) mine.set_value(42);
  });
  stop.store(true);
  try {
    const int seen = result.get();
    assert(seen == 42);
  } catch (const std::future_error& error) {
    assert(error.code() == std::future_errc::broken_promise);
  }
  worker.join();
}
