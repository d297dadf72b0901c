// SPDX-License-Identifier: MIT
// mcheck::note, and the final states of executions.
#include <mcheck/mcheck.hpp>

#include "engine/host/search/exploration.hpp"
#include "tests/model/explored.hpp"

namespace mcheck::note_test {
namespace {

std::string text_of(const std::vector<NamedValue>& values) {
  std::string text;
  for (const NamedValue& each : values) text += " " + each.name + "=" + std::to_string(each.value);
  return text;
}

// Each state on a line. The same by restoring and by running again.
std::string states_of(const std::function<void()>& body) {
  std::string texts[2];
  for (const backtracking backtrack : {backtracking::restore, backtracking::rerun}) {
    const Subject subject{.program = "test", .test = "test", .arguments = {}, .body = body};
    const Watcher watcher{.final_states = true};
    const options how{.stop_after = 0, .backtrack = backtrack};
    const Result result = explore_subject(subject, how, watcher).result;
    REQUIRE(result.final_states.has_value());
    for (const FinalState& state : *result.final_states) {
      texts[backtrack == backtracking::rerun ? 1 : 0] +=
          std::to_string(state.count) + " " + state.ended + ":" + text_of(state.objects) + ";" +
          text_of(state.notes) + "\n";
    }
  }
  CHECK(texts[0] == texts[1]);
  return texts[0];
}

}  // namespace

TEST_CASE("what threads note is what they noted in that execution, and the last counts") {
  CHECK(states_of([] {
          atomic<int> x{0, "x"};
          note("before", 7);
          thread other([&] {
            note("seen", -1);
            note("seen", x.load());
            static_cast<void>(x.load());  // so that notes are made between steps, too
          });
          x.store(1);
          x.store(-2);
          other.join();
          if (x.load() == 0) note("never", 1);
        }) ==
        "1 finished: x=-2; before=7 seen=-2\n"
        "3 finished: x=-2; before=7 seen=0\n"
        "2 finished: x=-2; before=7 seen=1\n");
}

TEST_CASE("a note is no scheduling point, and is ignored unless final states are wanted") {
  require_verified(explored([] {
                     thread other([] { note("a", 1); });
                     note("b", 2);
                     other.join();
                   }),
                   1);
  note("outside", 1);
}

TEST_CASE("a stuck execution is reported with its notes, other failures are not") {
  CHECK(states_of([] {
          counting_semaphore<> permits{0, "permits"};
          shared<short> data{-5, "data"};
          note("got", 0);
          if (choose(2) == 1) permits.release(2);
          permits.acquire();
          note("got", 1);
          const int value = choose(3);
          check(value != 1, "one fails");
          assume(value != 2);
        }) ==
        "1 finished: data=-5 permits=1; got=1\n"
        "1 deadlock: data=-5 permits=0; got=0\n");
}

TEST_CASE("objects of one name, and without a name, are distinguished") {
  CHECK(states_of([] {
          atomic<unsigned char> byte{255, "byte"};
          atomic<int> one{1};
          atomic<int> two{2};
          atomic<long long> same{3, "same"};
          {
            const atomic<unsigned> ended{0xffffffff, "same"};
            static_cast<void>(ended.load());
          }
          static_cast<void>(byte.load());
        }) == "1 finished: atomic#2=1 atomic#3=2 byte=255 same=3 same#2=-1;\n");
}

TEST_CASE("without a request for final states there are none") {
  const Subject subject{.program = "test", .test = "test", .arguments = {}, .body = [] {}};
  CHECK_FALSE(explore_subject(subject, {}, {}).result.final_states.has_value());
}

}  // namespace mcheck::note_test
