// SPDX-License-Identifier: MIT
// asio::thread_pool: two workers, two tasks, and join() waits for both.
#include <asio/post.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> done{0};
  asio::thread_pool pool(2);
  asio::post(pool, [&] { ++done; });
  asio::post(pool, [&] { ++done; });
  pool.join();
  assert(done == 2);
}
