// SPDX-License-Identifier: MIT
// What determines a step besides memory: steps that depend on it are not cached.
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mcheck/mcheck.hpp>
#include <new>

#include "tests/runtime/cache/step_cache_comparison.hpp"

namespace mcheck::step_cache_other_inputs_test {
namespace {

using mcheck::cached_steps::compare_all;
using mcheck::cached_steps::How;

int x = 0;

int throws(int which) {
  if (which == 0) throw 5;
  return which;
}
int first(int which) {
  static int value = throws(which);
  return value;
}
int second(int which) {
  static int value = throws(which);
  return value;
}
}  // namespace

TEST_CASE("steps are not cached if a reference has made memory an atomic, and now has not") {
  compare_all([] {
    x = 0;
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] { (void)(a.load() == 1 ? mcheck::atomic_ref(x).load() : a.load()); });
    mcheck::thread two([&] {
      a.store(1);
      a.store(0);
      (void)mcheck::atomic_ref(x).load();
    });
    one.join();
    two.join();
  });
}

TEST_CASE("steps are not cached if a reference of another size was last") {
  compare_all([] {
    static long y = 0;
    y = 0;
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] {
      if (a.load() == 1) {
        (void)mcheck::atomic_ref(y).load();
      } else {
        void* volatile at = &y;
        (void)mcheck::atomic_ref(*static_cast<int*>(at)).load();
      }
    });
    mcheck::thread two([&] {
      a.store(1);
      a.store(0);
    });
    one.join();
    two.join();
    (void)a.load();
    (void)mcheck::atomic_ref(y).load();
  });
}

TEST_CASE("steps are not cached if memory was written plainly, and before by a reference") {
  compare_all([] {
    x = 0;
    mcheck::atomic<int> a{0};
    (void)mcheck::atomic_ref(x).load();
    mcheck::thread one([&] {
      if (a.load() == 1) {
        mcheck::atomic_ref(x).store(1);
      } else {
        a.store(7);
        x = 1;
      }
    });
    mcheck::thread two([&] {
      a.store(1);
      a.store(2);
    });
    one.join();
    two.join();
    (void)a.load();
    mcheck::check(mcheck::atomic_ref(x).load() == 1, "1");
  });
}

TEST_CASE("steps are not cached if a static has been begun, and now has not") {
  compare_all([] {
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] {
      const int seen = a.load();
      try {
        (void)(seen == 1 ? first(0) : second(0));
      } catch (int) {
      }
    });
    mcheck::thread two([&] {
      a.store(1);
      a.store(0);
    });
    one.join();
    two.join();
    (void)a.load();
    try {
      (void)first(0);
    } catch (int) {
    }
    mcheck::check(first(3) == 3 && second(4) == 4, "statics");
  });
}

TEST_CASE("steps are not cached if an object had ended before its end, and now has not") {
  compare_all([] {
    alignas(mcheck::atomic<int>) static std::byte room[sizeof(mcheck::atomic<int>)];
    auto* const object = new (room) mcheck::atomic<int>(0);
    mcheck::atomic<int> a{0};
    mcheck::thread one([&] {
      if (a.load() == 1) object->~atomic();
    });
    mcheck::thread two([&] {
      a.store(1);
      a.store(0);
    });
    one.join();
    two.join();
    (void)a.load();
    object->~atomic();
    (void)a.load();
    (void)object->load();
  });
}

TEST_CASE("all objects that end in a step end when it is taken from the cache") {
  How how{.executions = 60};
  how.strategy = "dfs";
  mcheck::cached_steps::compare(
      [] {
        mcheck::atomic<int> a{0};
        mcheck::atomic<int> b{0};
        const auto add = [&] { b.fetch_add(1), b.fetch_add(1); };
        const auto many = new std::array<mcheck::atomic<char>, 65540>();
        mcheck::thread one(add);
        mcheck::thread two(add);
        a.store(1);
        many->~array();
        a.store(2);
        one.join();
        two.join();
        (void)(*many)[7].load();
        ::operator delete(many);
      },
      how);
}

}  // namespace mcheck::step_cache_other_inputs_test
