// SPDX-License-Identifier: MIT
#include "metrics.hpp"

#include "testing.hpp"

using namespace server;

SERVER_TEST(metrics_count) {
  Metrics metrics;
  together({[&] { ++metrics.counter("requests"); }, [&] { ++metrics.counter("requests"); },
            [&] { (void)metrics.counts(); }});
  expect(metrics.counts()["requests"] == 2, "both are counted");
}

SERVER_TEST(metrics_of_a_histogram) {
  Histogram histogram({1, 10, 100});
  for (const long value : {0L, 5L, 5L, 50L, 500L}) histogram.record(value);
  expect(histogram.count() == 5, "five values");
  expect(histogram.quantile(0.5) == 10, "half of them");
  expect(histogram.quantile(1) == 100, "all that have a bound");
}

SERVER_TEST(metrics_are_recorded_by_several) {
  Metrics metrics;
  together({[&] { metrics.histogram("time").record(3); },
            [&] { metrics.histogram("time").record(30); },
            [&] { (void)metrics.histogram("time").quantile(0.5); }});
  expect(metrics.histogram("time").count() == 2, "both values");
}

SERVER_TEST(metrics_of_a_window) {
  Window window(2);
  expect(window.mean() == 0, "nothing yet");
  together({[&] {
              window.add(1);
              window.add(2);
            },
            [&] { window.add(3); }});
  expect(window.mean() >= 1.5 && window.mean() <= 2.5, "of the last two");
}

SERVER_TEST(metrics_are_reset_meanwhile) {
  Histogram histogram({1, 10});
  together({[&] { histogram.record(5); }, [&] { histogram.reset(); }});
  expect(histogram.count() <= 1, "one at most");
}
