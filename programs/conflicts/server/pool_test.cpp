// SPDX-License-Identifier: MIT
#include "pool.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(pool_lends_one_at_a_time) {
  Pool pool(1);
  const auto use = [&](const char* text) {
    Lease lease(pool);
    lease->sent.push_back(text);
  };
  together({[&] { use("a"); }, [&] { use("b"); }});
  const std::unique_ptr<Connection> connection = pool.borrow();
  expect(connection->uses == 3 && connection->sent.size() == 2, "one after the other");
}

SERVER_TEST(pool_lends_to_two) {
  Pool pool(2);
  together({[&] { Lease lease(pool); }, [&] { Lease lease(pool); }, [&] { (void)pool.free(); }});
  expect(pool.free() == 2, "all came back");
}

// Far apart: many loans before and after the conflicting line.
SERVER_TEST(pool_tells_its_last_error) {
  Pool pool(2);
  const auto use = [&](int times) {
    for (int i = 0; i < times; ++i) Lease lease(pool);
  };
  std::string seen;
  together({[&] {
              use(6);
              pool.note_error("a message that is too long for a short string");
              use(6);
            },
            [&] {
              use(9);
              seen = pool.last_error();
              use(9);
            }});
  expect(pool.free() == 2, "all came back");
}

SERVER_TEST(ring_has_an_order) {
  Ring ring;
  expect(ring.after("a") == "a" && ring.owner_of("key").empty(), "nobody is there");
  ring.join("a");
  ring.join("c");
  ring.join("b");
  expect(ring.after("a") == "b" && ring.after("c") == "a", "round and round");
  ring.leave("b");
  expect(ring.after("a") == "c" && ring.size() == 2, "one has left");
  expect(!ring.owner_of("key").empty(), "somebody owns it");
}

SERVER_TEST(ring_changes_while_it_is_asked) {
  Ring ring;
  ring.join("a");
  ring.join("b");
  std::string owner;
  together({[&] { ring.join("c"); }, [&] { ring.leave("b"); },
            [&] { owner = ring.owner_of("key"); }, [&] { (void)ring.after("a"); }});
  expect(!owner.empty() && ring.size() == 2, "somebody owns it");
}
