// SPDX-License-Identifier: MIT
#include "logger.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(logger_keeps_the_last_lines) {
  Logger logger(2);
  logger.log(Level::kInfo, "net", "one");
  logger.log(Level::kInfo, "net", "two");
  logger.log(Level::kError, "net", "three");
  const std::vector<std::string> recent = logger.recent();
  expect(recent.size() == 2 && recent.back() == "error net: three", "the last two");
  expect(logger.counts()[Level::kInfo] == 2, "both are counted");
}

SERVER_TEST(logger_leaves_out_what_is_not_wanted) {
  Logger logger(5);
  logger.set_level("net", Level::kWarning);
  logger.log(Level::kInfo, "net", "quiet");
  logger.log(Level::kInfo, "disk", "loud");
  expect(logger.dropped() == 1 && logger.recent().size() == 1, "one of two");
}

SERVER_TEST(logger_is_used_by_several) {
  Logger logger(10);
  std::vector<std::string> lines;  // under the logger's lock
  logger.add_sink([&](const std::string& line) { lines.push_back(line); });
  together({[&] {
              logger.log(Level::kInfo, "a", "1");
              logger.log(Level::kInfo, "a", "2");
            },
            [&] { logger.log(Level::kError, "b", "3"); },
            [&] {
              logger.set_level("a", Level::kError);
              (void)logger.recent();
            }});
  expect(lines.size() + logger.dropped() == 3, "all lines are somewhere");
}

SERVER_TEST(logger_gets_a_sink_late) {
  Logger logger(10);
  together({[&] { logger.add_sink_at_start([](const std::string&) {}); },
            [&] { logger.log(Level::kInfo, "a", "early"); }});
  expect(logger.recent().size() == 1, "the line is there");
}
