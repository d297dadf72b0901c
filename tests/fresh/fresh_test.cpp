// SPDX-License-Identifier: MIT
// With covered libraries, each execution starts with the libraries in the state of a fresh process:
// it does not see what earlier executions changed in them.
#define CATCH_CONFIG_EXTERNAL_INTERFACES  // for the listener
#include <search.h>
#include <stdio_ext.h>
#include <sys/single_threaded.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <cctype>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iomanip>
#include <iostream>
#include <mcheck/mcheck.hpp>
#include <stdexcept>
#include <string>

#include "engine/base/host_state.hpp"
#include "engine/memory/snapshots/program_memory.hpp"
#include "engine/memory/startup/multithreaded.hpp"
#include "tests/fresh/observed_library.hpp"

namespace mcheck::fresh_test {
namespace {

// For all explorations of this process; main has not used the libraries yet.
struct CoverLibraries : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;
  void testRunStarting(const Catch::TestRunInfo&) override {
    mark_process_multithreaded();
    ProgramMemory::include_libraries();
  }
};
CATCH_REGISTER_LISTENER(CoverLibraries)

MCHECK_HOST_STATE unsigned execution_count = 0;  // not restored

// Two schedules, so that states before and after may differ.
void race() {
  atomic<int> x{0};
  thread other([&] { ++x; });
  ++x;
  other.join();
}

// What executions observed, kept outside of the program memory: the first observation, and how many
// were equal to it.
template <class Observation>
class Observations {
 public:
  void operator()(const Observation& now) {
    if (executions_++ == 0) first_ = now;
    if (std::memcmp(&first_, &now, sizeof now) == 0) ++equal_;
  }
  void require_all_equal(int at_least) const {
    REQUIRE(executions_ >= at_least);
    REQUIRE(equal_ == executions_);
  }
  [[nodiscard]] const Observation& first() const { return first_; }

 private:
  Observation first_{};
  int executions_ = 0;
  int equal_ = 0;
};

// Explores the body with each way to backtrack, at least 100 executions.
template <class Observation>
Observation observe(Observation (*change_state)()) {
  Observations<Observation> observations;
  for (const backtracking mode : {backtracking::rerun, backtracking::restore}) {
    const summary result = explore(
        [&] {
          (void)choose(25);
          race();
          observations(change_state());
          race();
        },
        {.strategy = "dfs", .backtrack = mode});
    INFO(result.message);
    REQUIRE(result.verdict == verdict::verified);
    REQUIRE(result.executions >= 100);  // 25 values, two races of 2! orders, and the body's own
  }
  observations.require_all_equal(100);
  return observations.first();
}

}  // namespace

TEST_CASE("each execution draws the random numbers of a fresh process") {
  struct Drawn {
    long all[4];
  };
  const auto drawn = observe<Drawn>([] {
    const Drawn now = {{std::rand(), random(), lrand48(), mrand48()}};
    std::srand(7);
    srandom(8);
    srand48(9);
    (void)std::rand();
    (void)lrand48();
    return now;
  });
  CHECK(drawn.all[0] == 1804289383);  // glibc's first number for seed 1
  CHECK(drawn.all[2] == 0);           // lrand48's without a seed
}

TEST_CASE("the environment is put back") {
  const auto known = observe<int>([] {
    const int now = std::getenv("MCHECK_NEW") == nullptr && std::getenv("PATH") != nullptr ? 1 : 0;
    setenv("MCHECK_NEW", "a value that was not there", 1);
    setenv("PATH", "nowhere", 1);
    for (int i = 0; i < 20; ++i) setenv(("MCHECK_" + std::to_string(i)).c_str(), "more", 1);
    unsetenv("PATH");
    return now;
  });
  CHECK(known == 1);
  CHECK(std::getenv("MCHECK_NEW") == nullptr);
}

TEST_CASE("the locale is put back, and threads begin with the one of the process") {
  const auto letters = observe<int>([] {
    const int now = std::strcmp(std::setlocale(LC_ALL, nullptr), "C") == 0 ? 1 : 0;
    check(std::setlocale(LC_ALL, "C.UTF-8") != nullptr, "every glibc since 2.35 has it");
    thread other([] {
      check(std::isalpha('a') != 0 && std::isalpha('1') == 0, "letters are known");
      check(MB_CUR_MAX == 6, "of the locale of the process");
    });
    other.join();
    return now;
  });
  CHECK(letters == 1);
  CHECK(std::string(std::setlocale(LC_ALL, nullptr)) == "C");
}

TEST_CASE("what C functions remember between calls is put back") {
  const auto made = observe<int>([] {
    const int now = hcreate(10) != 0 ? 1 : 0;  // the only table, if it does not exist yet
    check(hcreate(10) == 0, "now it does");
    char text[] = "several words";
    (void)std::strtok(text, " ");
    race();
    check(std::strcmp(std::strtok(nullptr, " "), "words") == 0, "within an execution it stays");
    return now;
  });
  CHECK(made == 1);
}

TEST_CASE("text that an execution leaves in a buffer is not written by the next one") {
  std::fflush(stdout);
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const int real = dup(1);
  REQUIRE(dup2(ends[1], 1) == 1);
  const auto pending = observe<std::size_t>([] {
    const std::size_t now = __fpending(stdout);
    std::setvbuf(stdout, nullptr, _IOFBF, 100);
    std::printf("left in the buffer");
    return now;
  });
  dup2(real, 1);
  close(real);
  close(ends[1]);
  char byte = 0;
  CHECK(read(ends[0], &byte, 1) == 0);  // nothing was written
  close(ends[0]);
  CHECK(pending == 0);
}

TEST_CASE("the formats of std::cout are put back") {
  struct Format {
    std::streamsize precision;
    std::ios_base::fmtflags flags;
  };
  const auto format = observe<Format>([] {
    Format now{};
    std::memset(static_cast<void*>(&now), 0, sizeof now);
    now.precision = std::cout.precision();
    now.flags = std::cout.flags();
    std::cout << std::setprecision(17) << std::hex << std::boolalpha;
    return now;
  });
  CHECK(format.precision == 6);
  CHECK((format.flags & std::ios_base::dec) != 0);
  CHECK(std::cout.precision() == 6);
}

TEST_CASE("statics of the program's own shared libraries are put back, with what they point to") {
  const auto state = observe<std::array<int, 2>>([] {
    const std::array<int, 2> now = {observed::count_in_library(),
                                    observed::lengthen_list_in_library()};
    (void)observed::count_in_library();
    check(observed::lengthen_list_in_library() == 13, "within an execution it stays");
    return now;
  });
  CHECK(state == std::array<int, 2>{1, 3});
  CHECK(observed::count_in_library() == 1);  // the host has its own
}

// Words nearer to the caller may hold remains of the engine's calls, which differ.
TEST_CASE("what lies deep below a stack is the same when an execution begins") {
  struct Deep {
    enum : unsigned { kWords = 1024 };
    [[gnu::noinline]] static void dirty(unsigned value) {
      volatile unsigned array[kWords];
      for (unsigned i = 0; i < kWords; ++i) array[i] = value + i;
      asm volatile("" : : "r"(array) : "memory");
    }
    [[gnu::noinline]] static unsigned read() {
      volatile unsigned array[kWords];
      asm volatile("" : : "r"(array) : "memory");
      unsigned sum = 0;
      for (unsigned i = 0; i < kWords / 2; ++i) sum += array[i];
      return sum;
    }
  };
  const auto sum = observe<unsigned>([] {
    const unsigned now = Deep::read();
    Deep::dirty(++execution_count);
    return now;
  });
  CHECK(sum == 0);
}

TEST_CASE("exceptions and errno work on every thread while the libraries are put back") {
  (void)observe<int>([] {
    thread other([] {
      errno = 5;
      try {
        throw std::runtime_error("on purpose");
      } catch (const std::exception& caught) {
        check(std::string(caught.what()) == "on purpose", "caught");
      }
      check(errno == 5, "its own");
    });
    other.join();
    return errno;
  });
}

TEST_CASE("the C library says that there are several threads") {
  CHECK(observe<int>([] { return __libc_single_threaded == 0 ? 1 : 0; }) == 1);
}

}  // namespace mcheck::fresh_test
