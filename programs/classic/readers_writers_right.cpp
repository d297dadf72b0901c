// SPDX-License-Identifier: MIT
// Readers and writers, repaired: readers share the lock, the writer holds it exclusively.
//
// Wrong form: readers_writers.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <shared_mutex>

MCHECK_PROGRAM(readers_writers_right, "readers share the lock, a writer has it alone") {
  mcheck::shared_mutex guard{"guard"};
  mcheck::shared<int> left{0, "left"};
  mcheck::shared<int> right{0, "right"};

  mcheck::thread writer([&] {
    const std::lock_guard lock(guard);
    left = 1;
    right = 1;
  });
  const auto read = [&] {
    const std::shared_lock lock(guard);
    const int seen = left;
    mcheck::check(seen == right, "both halves are of one time");
  };
  mcheck::thread reader(read);
  read();
  writer.join();
  reader.join();
}
