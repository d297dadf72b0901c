// SPDX-License-Identifier: MIT
// asio::thread_pool: stop() drops tasks that have not started; this test wrongly expects a wait.
#include <asio/post.hpp>
#include <asio/thread_pool.hpp>
#include <atomic>
#include <cassert>

int main() {
  std::atomic<int> done{0};
  asio::thread_pool pool(1);
  asio::post(pool, [&] { ++done; });
  pool.stop();
  pool.join();
  assert(done == 1);
}
