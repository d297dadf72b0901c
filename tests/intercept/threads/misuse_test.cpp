// SPDX-License-Identifier: MIT
// What the standards leave undefined is reported, in C and in C++, and the same program without the
// wrong part is not: docs/misuse.md.
#include <array>

#include "tests/intercept/unmodified.hpp"

namespace mcheck::misuse_test {
namespace {

struct Case {
  const char* name;
  const char* kind;
  const char* words;  // of the message
};

// Each case wrong and right.
template <std::size_t kCount>
void check_cases(const std::string& program, const std::array<Case, kCount>& cases) {
  for (const Case& each : cases) {
    const std::string name = each.name;
    const std::string run = quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
                            quoted(MCHECK_BINARY_DIRECTORY "/" + program) +
                            " --json - --time 20s -- " + name;
    const ShellResult wrong = run_shell(run);
    const ShellResult right = run_shell(run + " right");
    INFO(name << "\n" << wrong.out << "\n" << right.out);
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.out, Catch::Contains("\"kind\": \"" + std::string(each.kind) + "\""));
    CHECK_THAT(wrong.out, Catch::Contains(each.words));
    CHECK(right.code == 0);
  }
}

constexpr std::array kPosix = {
    Case{"mutex_unlock_free", "misuse", "main unlocks a mutex that it does not hold"},
    Case{"mutex_unlock_by_other", "misuse", "T1 unlocks a mutex that it does not hold"},
    Case{"mutex_destroy_locked", "misuse", "destroys an object that is in use"},
    Case{"mutex_destroyed", "destroyed-object", "which has been destroyed"},
    Case{"mutex_destroyed_unused", "misuse", "holds no object: it was destroyed, or never created"},
    Case{"mutex_destroyed_twice", "misuse", "destroys an object that has been destroyed"},
    Case{"mutex_made_twice", "misuse", "unlocks a mutex that it does not hold"},
    Case{"mutex_never_made", "misuse", "holds no object: it was destroyed, or never created"},
    Case{"mutex_copied", "misuse", "holds no object: it was destroyed, or never created"},
    Case{"mutex_locked_twice", "self-deadlock", "held by itself"},
    Case{"mutex_held_at_end", "deadlock", "T1 has ended and still holds `mutex`"},
    Case{"condition_without_lock", "misuse", "waits without holding the lock"},
    Case{"condition_with_two_mutexes", "misuse", "waits with another mutex"},
    Case{"condition_destroyed_in_use", "misuse", "destroys an object that is in use"},
    Case{"condition_destroyed", "destroyed-object", "which has been destroyed"},
    Case{"condition_destroyed_unused", "misuse",
         "holds no object: it was destroyed, or never created"},
    Case{"rwlock_unlock_free", "misuse", "unlocks a shared lock that it does not hold"},
    Case{"rwlock_unlock_by_other", "misuse", "T1 unlocks a shared lock that it does not hold"},
    Case{"rwlock_read_unlock_by_other", "misuse", "T1 unlocks a shared lock"},
    Case{"rwlock_destroy_locked", "misuse", "destroys an object that is in use"},
    Case{"rwlock_upgraded", "self-deadlock", "held by itself"},
    Case{"rwlock_destroyed", "misuse", "holds no object: it was destroyed, or never created"},
    Case{"spin_unlock_free", "misuse", "unlocks a mutex that it does not hold"},
    Case{"spin_unlock_by_other", "misuse", "T1 unlocks a mutex that it does not hold"},
    Case{"spin_locked_twice", "self-deadlock", "held by itself"},
    Case{"spin_destroy_locked", "misuse", "destroys an object that is in use"},
    Case{"spin_destroyed", "misuse", "uses an object that was destroyed"},
    Case{"barrier_never_made", "misuse", "a barrier that was destroyed or never initialised"},
    Case{"barrier_destroyed_in_use", "misuse", "a barrier that was destroyed or never initialised"},
    Case{"semaphore_never_made", "misuse", "uses a semaphore that was never initialised"},
    Case{"semaphore_destroyed", "misuse", "holds no object: it was destroyed, or never created"},
    Case{"semaphore_destroyed_in_use", "misuse", "destroyed"},
    Case{"once_in_itself", "self-deadlock", "which is run by itself"},
    Case{"key_deleted", "misuse", "a thread-specific key that was deleted or never created"},
    Case{"key_never_made", "misuse", "a thread-specific key that was deleted or never created"},
    Case{"joined_twice", "misuse", "a thread that has been joined"},
    Case{"joined_detached", "misuse", "a thread that is detached"},
    Case{"detached_twice", "misuse", "a thread that is detached"},
    Case{"joined_nobody", "misuse", "names a thread that does not exist"},
};

constexpr std::array kStandard = {
    Case{"mutex_unlock_free", "misuse", "main unlocks a mutex that it does not hold"},
    Case{"mutex_unlock_by_other", "misuse", "T1 unlocks a mutex that it does not hold"},
    Case{"mutex_locked_twice", "self-deadlock", "held by itself"},
    Case{"adopted_unlocked", "misuse", "main unlocks a mutex that it does not hold"},
    Case{"condition_without_lock", "misuse", "waits without holding the lock"},
    Case{"condition_with_two_mutexes", "misuse", "waits with another mutex"},
    Case{"condition_destroyed_in_use", "misuse", "destroys an object that is in use"},
    Case{"shared_mutex_unlock_wrong_way", "misuse", "unlocks a shared lock that it does not hold"},
    Case{"shared_mutex_upgraded", "self-deadlock", "held by itself"},
    Case{"joined_twice", "exception", "std::system_error"},
    Case{"not_joined", "exception", "std::terminate was called"},
    Case{"joins_itself", "exception", "Resource deadlock avoided"},
    Case{"promise_set_twice", "exception", "Promise already satisfied"},
    Case{"future_taken_twice", "exception", "No associated state"},
    Case{"once_in_itself", "self-deadlock", "which is run by itself"},
    Case{"static_in_itself", "self-deadlock", "which is run by itself"},
    Case{"load_with_release", "misuse", "loads with memory order release"},
    Case{"store_with_acquire", "misuse", "stores with memory order acquire"},
    Case{"latch_below_zero", "misuse", "counts a latch down below zero"},
    Case{"latch_arrived_twice", "misuse", "counts a latch down below zero"},
    Case{"latch_counted_up", "misuse", "counts a latch down by a negative number"},
    Case{"semaphore_released_twice", "misuse", "more permits than the semaphore can count"},
    Case{"semaphore_beyond_most", "misuse", "more permits than the semaphore can count"},
    Case{"semaphore_released_back", "misuse", "releases a negative number of permits"},
    Case{"own_numbers", "misuse", "counts a latch down below zero"},
};

}  // namespace

TEST_CASE("what POSIX leaves undefined is reported, and its right twin verified") {
  check_cases("unmodified_misuse", kPosix);
}

TEST_CASE("what C++ leaves undefined is reported in unmodified programs, and not in right ones") {
  check_cases("unmodified_misuse_std", kStandard);
}

TEST_CASE("misuse that every implementation defines is one warning, and a bug if asked for") {
  const std::string run = quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
                          quoted(MCHECK_BINARY_DIRECTORY "/unmodified_misuse_std") + " --json - ";
  const auto ran = [&](const std::string& options, const std::string& words) {
    return run_shell(run + options + " -- " + words);
  };
  const std::string words = "compares and, failing, loads with memory order ";
  for (const auto& [name, orders] :
       {std::pair{"failure_order_releases", "release, which is treated"},
        std::pair{"failure_order_acquires", "acq_rel, which is"}}) {
    for (const std::string options : {"", "--isolate fork", "--jobs 2", "--strategy dfs"}) {
      const ShellResult warned = ran(options, name);
      INFO(name << " " << options << "\n" << warned.out);
      CHECK(warned.code == 0);
      const std::size_t first = warned.out.find("\"message\": \"main " + words + orders);
      REQUIRE(first != std::string::npos);
      CHECK(warned.out.find("\"kind\": \"misuse\"", first + 1) == std::string::npos);
    }
    const ShellResult strict = ran("--misuse strict", name);
    INFO(name << "\n" << strict.out);
    CHECK(strict.code == 1);
    CHECK_THAT(strict.out, Catch::Contains("MC008") && Catch::Contains(words + orders));
    CHECK_THAT(ran("--misuse strict", std::string(name) + " right").out,
               !Catch::Contains("misuse\""));
  }
}

}  // namespace mcheck::misuse_test
