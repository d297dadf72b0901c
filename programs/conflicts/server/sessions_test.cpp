// SPDX-License-Identifier: MIT
#include "sessions.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(sessions_open_and_close) {
  Sessions sessions;
  const std::string ann = sessions.open("ann", 1);
  const std::string bob = sessions.open("bob", 2);
  expect(sessions.size() == 2 && sessions.users().size() == 2, "two are there");
  expect(sessions.find(ann)->user() == "ann", "found by key");
  expect(sessions.close(bob) && !sessions.close(bob), "closed once");
  expect(sessions.find(bob) == nullptr, "and gone");
}

SERVER_TEST(sessions_keep_values) {
  Sessions sessions;
  const std::string key = sessions.open("ann", 1);
  together({[&] { sessions.find(key)->set("colour", "red"); },
            [&] { sessions.find(key)->set("shape", "round"); },
            [&] { (void)sessions.find(key)->get("colour"); }});
  expect(sessions.find(key)->values() == 2, "both values");
}

SERVER_TEST(sessions_of_several_users) {
  Sessions sessions;
  together({[&] { sessions.open("ann", 1); }, [&] { sessions.close(sessions.open("bob", 1)); },
            [&] { (void)sessions.users(); }});
  expect(sessions.size() == 1, "one stays");
}

SERVER_TEST(sessions_count_requests) {
  Sessions sessions;
  const std::string key = sessions.open("ann", 1);
  together(
      {[&] { sessions.find(key)->count_request(); }, [&] { sessions.find(key)->count_request(); }});
  expect(sessions.find(key)->requests() == 2, "both are counted");
}

SERVER_TEST(sessions_survive_their_table) {
  Sessions sessions;
  const std::string key = sessions.open("ann", 1);
  std::string seen = "ann";
  together({[&] {
              if (const auto session = sessions.find(key)) seen = session->user();
            },
            [&] { sessions.close(key); }});
  expect(seen == "ann", "who holds it can use it");
}

SERVER_TEST(sessions_are_swept_while_they_are_used) {
  Sessions sessions;
  const std::string key = sessions.open("ann", 5);
  const std::shared_ptr<Session> session = sessions.find(key);
  together({[&] { session->touch(9); }, [&] { (void)sessions.sweep(3); }});
  expect(sessions.size() == 1, "it was seen");
}
