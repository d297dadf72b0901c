// SPDX-License-Identifier: MIT
// Readers and writers [Courtois, Heymans, Parnas 1971]: the writer locks in shared mode.
//
// Shared holders do not exclude each other, so a reader may run between the writer's two steps and
// see one half new and one half old.
//
// Right form: readers_writers_right.cpp.
#include <mcheck/mcheck.hpp>
#include <mutex>
#include <shared_mutex>

MCHECK_PROGRAM(readers_writers, "a writer holds the lock as readers do") {
  mcheck::shared_mutex guard{"guard"};
  mcheck::shared<int> left{0, "left"};
  mcheck::shared<int> right{0, "right"};

  mcheck::thread writer([&] {
    const std::shared_lock lock(guard);
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
