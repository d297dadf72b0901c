// SPDX-License-Identifier: MIT
// Pasts that one thing tells apart which no shared variable shows: a search that forgets it takes
// the second past for the first, and misses the failure of one of them.
#include "tests/intercept/states/compared_states.hpp"
#include "tests/intercept/unmodified.hpp"

namespace mcheck::state_traps_test {
namespace {

void spring(const std::string& trap) {
  for (const char* const order : {"straight", "flipped"}) {
    const std::string program = unmodified_programs::program("state_traps");
    const std::string words = "-- " + quoted(trap) + " " + order;
    CHECK(compared_states::compare(program, words, 1000));
    CHECK(compared_states::search(program, words, "states", 1000).verdict == "bug");
  }
}

}  // namespace

TEST_CASE("a state includes what each thread knows of the accesses of others") {
  for (const char* const trap :
       {"released by x or by y", "released or not", "released by one mutex or the other",
        "a fence before the store or not", "a plain read or none",
        "a store that writes what is there, or none",
        "a write under the lock that was there before, or none",
        "a plain read under a lock or none, before a store without it"}) {
    spring(trap);
  }
}

TEST_CASE("a state includes an atomic load that a plain write may race with on another path") {
  spring("an atomic load or none, before a plain write");
}

// It left out who knows of atomic accesses, as a search does that can start again.
TEST_CASE("a check of progress finds the races of each past of a state") {
  for (const char* const trap :
       {"a plain read or none", "an atomic load or none, before a plain write", "released or not",
        "a plain read under a lock or none, before a store without it"}) {
    for (const char* const order : {"straight", "flipped"}) {
      const ShellResult ran =
          run_shell(quoted(MCHECK_BINARY_DIRECTORY "/mcheck") + " explore " +
                    unmodified_programs::program("state_traps") +
                    " --progress lock-free --quiet -- " + quoted(trap) + " " + order);
      INFO(ran.what << "\n" << ran.out);
      CHECK(ran.code == 1);
    }
  }
}

TEST_CASE("a state includes what the libraries and the processor keep for a thread") {
  for (const char* const trap :
       {"errno", "a thread-local variable", "the value of a key", "the rounding mode",
        "how long it has slept", "the name of the thread", "the name that the kernel has",
        "where strtok is", "the environment", "what runs at the exit"}) {
    spring(trap);
  }
}

TEST_CASE("a state includes what the allocator knows") {
  for (const char* const trap : {"a block of 16 bytes or of 8", "malloc or new", "freed or not",
                                 "a block that nothing refers to, or none"}) {
    spring(trap);
  }
}

}  // namespace mcheck::state_traps_test
