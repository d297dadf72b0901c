// SPDX-License-Identifier: MIT
#include "mailbox.hpp"

#include <atomic>

#include "testing.hpp"

using namespace server;

SERVER_TEST(mailbox_hands_over_in_order) {
  Mailbox mailbox(1);
  std::string all;
  together({[&] {
              mailbox.send("a");
              mailbox.send("b");
              mailbox.close();
            },
            [&] {
              while (const std::optional<std::string> message = mailbox.receive()) all += *message;
            }});
  expect(all == "ab", "in order");
}

SERVER_TEST(mailbox_has_two_readers) {
  Mailbox mailbox(2);
  std::atomic<int> received{0};
  const auto read = [&] {
    while (mailbox.receive()) ++received;
  };
  together({[&] {
              mailbox.send("a");
              mailbox.send("b");
              mailbox.close();
            },
            read, read});
  expect(received == 2, "each once");
}

SERVER_TEST(mailbox_is_full) {
  Mailbox mailbox(1);
  expect(mailbox.try_send("a") && !mailbox.try_send("b"), "no room");
  mailbox.close();
  expect(!mailbox.send("c") && mailbox.size() == 1, "closed");
}

SERVER_TEST(mailbox_is_asked_whether_it_is_open) {
  Mailbox mailbox(1);
  bool open = false;
  together({[&] { mailbox.close(); }, [&] { open = mailbox.is_open(); }});
  expect(!mailbox.send("late") || open, "it was open, or it was not");
}

SERVER_TEST(topic_tells_all) {
  Topic topic;
  std::atomic<int> heard{0};
  const std::size_t first = topic.subscribe([&](const std::string&) { ++heard; });
  together({[&] { topic.publish("news"); },
            [&] { topic.subscribe([&](const std::string&) { ++heard; }); },
            [&] { topic.unsubscribe(first); }});
  expect(heard <= 2 && topic.distinct() == 1, "two at most");
}
