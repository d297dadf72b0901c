// SPDX-License-Identifier: MIT
// A worker that is asked to stop destroys its promise without an answer, and main, which waits for
// the answer, does not handle that: the exception leaves main.
//
// Right form: broken_promise_right.cpp.
#include <atomic>
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
  worker.join();
  return result.get() == 42 ? 0 : 1;
}
