// SPDX-License-Identifier: MIT
#include "config.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(config_is_read) {
  Config config;
  expect(config.load("port = 80  # usual\n\nname= test\n"), "it can be read");
  expect(config.number("port", 0) == 80 && config.get("name", "") == "test", "both values");
  expect(config.get("none", "x") == "x", "what is not there");
  expect(!config.load("nonsense"), "what is no setting");
  expect(config.number("port", 0) == 80, "leaves all as it was");
}

SERVER_TEST(config_stays_as_it_was_for_who_has_it) {
  Config config;
  config.load("port = 80");
  const std::shared_ptr<const Settings> before = config.current();
  config.load("port = 81");
  expect(before->at("port") == "80", "as it was");
}

SERVER_TEST(config_is_loaded_while_it_is_read) {
  Config config;
  config.load("port = 80");
  long port = 0;
  together({[&] { config.load("port = 81"); }, [&] { port = config.number("port", 0); }});
  expect(port == 80 || port == 81, "one or the other");
}

SERVER_TEST(config_tells_watchers) {
  Config config;
  std::mutex mutex;
  std::vector<std::size_t> sizes;
  config.watch([&](const Settings& settings) {
    const std::lock_guard lock(mutex);
    sizes.push_back(settings.size());
  });
  together({[&] { config.load("a = 1"); }, [&] { config.load("a = 1\nb = 2"); }});
  expect(sizes.size() == 2, "of both");
}

SERVER_TEST(config_has_a_draft) {
  Config config;
  const auto next = std::make_shared<const Settings>();
  const auto before = config.draft();  // stays
  std::size_t size = 9;
  together({[&] { config.set_draft(next); }, [&] { size = config.draft() == nullptr ? 1 : 0; }});
  expect(size == 0 && before != nullptr, "there is one");
}
