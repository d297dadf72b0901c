// SPDX-License-Identifier: MIT
// <mcheck/stop_token.hpp>, and what it stops: jthread, waits of condition_variable_any.
#include <chrono>
#include <functional>
#include <optional>

#include <mcheck/atomic.hpp>
#include <mcheck/check.hpp>
#include <mcheck/condition_variable.hpp>
#include <mcheck/mutex.hpp>
#include <mcheck/semaphore.hpp>
#include <mcheck/stop_token.hpp>
#include <mcheck/thread.hpp>

#include "tests/model/explored.hpp"

namespace mcheck::stop_token_test {
namespace {

using namespace std::chrono_literals;

stop_source global_source;

}  // namespace

TEST_CASE("of two requests one is the first, and both threads see that stop is requested") {
  const TwiceExplored result = explored([](Seen& seen) {
    const stop_source source;
    int firsts = 0;
    const auto request = [&](int who) {
      if (source.request_stop()) {
        ++firsts;
        seen(who);
      }
      check(source.get_token().stop_requested(), "requested");
    };
    thread other(request, 1);
    request(2);
    other.join();
    check(firsts == 1, "one of them");
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{1, 2});
}

TEST_CASE("a stop is possible as long as somebody could ask for it, and after it was") {
  require_verified(explored([] {
    stop_token token;
    check(!token.stop_possible() && !token.stop_requested(), "no state");
    {
      stop_source source;
      token = source.get_token();
      check(token.stop_possible() && !token.stop_requested(), "there is a source");
      stop_source copy = source;
      stop_source moved(std::move(copy));
      copy = moved;
      check(copy == moved && copy.get_token() == token, "the same state");
    }
    check(!token.stop_possible(), "no source is left");
    const stop_source none(nostopstate);
    check(!none.request_stop() && !none.stop_possible(), "no state");
    stop_token late;
    {
      const stop_source source;
      late = source.get_token();
      check(source.request_stop(), "the first");
    }
    check(late.stop_possible() && late.stop_requested(), "it was requested");
  }));
}

TEST_CASE("a callback is called by the request, or at once, and never after its end") {
  const TwiceExplored result = explored([](Seen& seen) {
    const stop_source source;
    int calls = 0;
    thread other([&] { source.request_stop(); });
    {
      const stop_callback note(source.get_token(), [&] { ++calls; });
      yield();
    }
    const int at_end = calls;
    seen(at_end);
    other.join();
    check(calls == at_end, "not after its end");
    const stop_callback at_once(source.get_token(), [&] { ++calls; });
    check(calls == at_end + 1, "at once");
  });
  require_verified(result);
  CHECK(result.seen == std::vector<int>{0, 1});
}

TEST_CASE("the end of a callback waits for a call that is under way in another thread") {
  require_verified(explored([] {
    const stop_source source;
    atomic<int> steps{0};
    bool alive = true;
    thread other([&] { source.request_stop(); });
    {
      const stop_callback call(source.get_token(), [&] {
        ++steps;  // a scheduling point in the middle
        check(alive, "called while it is there");
      });
    }
    alive = false;
    other.join();
  }));
}

TEST_CASE("a callback may end itself, and others, while it is called") {
  require_verified(explored([] {
    using Callback = stop_callback<std::function<void()>>;
    const stop_source source;
    std::optional<Callback> own;
    std::optional<Callback> other;
    int others = 0;
    other.emplace(source.get_token(), std::function<void()>([&] { ++others; }));
    own.emplace(source.get_token(), std::function<void()>([&] {
                  other.reset();
                  own.reset();
                }));
    source.request_stop();
    check(!own && !other && others == 0, "gone, and the other was not called");
  }));
}

TEST_CASE("a global source has not been asked when an execution begins") {
  const auto body = [] {
    check(!global_source.stop_requested(), "put back");
    thread other([] { global_source.request_stop(); });
    (void)global_source.stop_requested();
    other.join();
    check(global_source.stop_requested(), "requested");
  };
  require_verified(explored(body, {.bound = 3}));
}

TEST_CASE("the end of a jthread asks its thread to stop, and waits for it") {
  require_verified(explored([] {
    bool stopped = false;
    {
      const jthread other([&](const stop_token& token) {
        binary_semaphore asked{0};
        const stop_callback ask(token, [&] { asked.release(); });
        asked.acquire();
        stopped = token.stop_requested();
      });
    }
    check(stopped, "it saw the request");
  }));
}

TEST_CASE("request_stop of a jthread is seen through its token and source") {
  require_verified(explored([] {
    jthread other([](const stop_token& token, int) { (void)token.stop_requested(); }, 1);
    check(!other.get_stop_token().stop_requested(), "not yet");
    check(other.request_stop() && !other.request_stop(), "once");
    check(other.get_stop_source().stop_requested(), "seen");
  }));
}

TEST_CASE("a wait with a token ends when stop is requested, and no request is lost") {
  const auto body = [] {
    mutex guard{"guard"};
    condition_variable_any changed{"changed"};
    jthread waiter([&](const stop_token& token) {
      unique_lock lock(guard);
      check(!changed.wait(lock, token, [] { return false; }), "stopped");
      check(lock.owns_lock() && token.stop_requested(), "locked again");
    });
  };
  require_verified(explored(body));
  require_verified(explored(body, {.bound = 2, .spurious = 1}));
}

TEST_CASE("a wait with a token ends when it is notified, too") {
  const auto body = [] {
    mutex guard{"guard"};
    condition_variable_any changed{"changed"};
    const stop_source source;
    bool ready = false;
    thread waiter([&] {
      unique_lock lock(guard);
      check(changed.wait(lock, source.get_token(), [&] { return ready; }), "ready, not stopped");
    });
    {
      const lock_guard lock(guard);
      ready = true;
    }
    changed.notify_one();
    waiter.join();
  };
  require_verified(explored(body));
}

TEST_CASE("a wait without the token is not ended by the stop") {
  require_bug(explored([] {
                mutex guard{"guard"};
                condition_variable_any changed{"changed"};
                jthread waiter([&](const stop_token& token) {
                  unique_lock lock(guard);
                  changed.wait(lock, [&] { return token.stop_requested(); });
                });
              }),
              "deadlock", "T1 waits for a notify of `changed`");
}

TEST_CASE("a timed wait with a token ends by time, by stop or by notify") {
  const auto with = [](bool timeouts) {
    return explored(
        [](Seen& seen) {
          mutex guard;
          condition_variable_any changed;
          const stop_source source;
          thread stopper([&] { source.request_stop(); });
          {
            unique_lock lock(guard);
            check(!changed.wait_for(lock, source.get_token(), 1s, [] { return false; }), "never");
            seen(source.stop_requested() ? 1 : 0);
          }
          stopper.join();
        },
        {.bound = 2, .timeouts = timeouts});
  };
  const TwiceExplored on = with(true);
  require_verified(on);
  CHECK(on.seen == std::vector<int>{0, 1});
  const TwiceExplored off = with(false);
  require_verified(off);
  CHECK(off.seen == std::vector<int>{1});
}

TEST_CASE("outside of a checked program a request calls what is registered") {
  const stop_source source;
  int calls = 0;
  const stop_callback call(source.get_token(), [&] { ++calls; });
  CHECK(source.request_stop());
  CHECK_FALSE(source.request_stop());
  CHECK(calls == 1);
}

}  // namespace mcheck::stop_token_test
