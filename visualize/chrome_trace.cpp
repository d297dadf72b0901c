// SPDX-License-Identifier: MIT
#include "visualize/chrome_trace.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "visualize/links.hpp"
#include "visualize/words.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kLongestEventName = 200;

// The events of both processes in order of time, after the metadata events that name processes and
// threads.
class Events {
 public:
  void add(double time, Json event) { timed_.emplace_back(time, std::move(event)); }
  void name(Json event) { names_.push_back(std::move(event)); }

  [[nodiscard]] Json take() {
    std::ranges::stable_sort(timed_, {}, [](const auto& each) { return each.first; });
    Json list = Json::array();
    for (Json& event : names_) list.add(std::move(event));
    for (auto& [time, event] : timed_) list.add(std::move(event));
    return list;
  }

  [[nodiscard]] int next_arrow() { return ++arrows_; }

 private:
  std::vector<Json> names_;
  std::vector<std::pair<double, Json>> timed_;
  int arrows_ = 0;
};

std::string fit(const std::string& text) { return shortened(one_line(text), kLongestEventName); }

class Process {
 public:
  Process(const FailureReport& failure, int number, const std::string& name, Events& events)
      : failure_(failure), number_(number), threads_(threads_of(failure)), events_(events) {
    call("process_name", 0, "name", fit(name));
    call("process_sort_index", 0, "sort_index", number);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const int track = static_cast<int>(i) + 1;
      track_of_[threads_[i]] = track;
      call("thread_name", track, "name", fit(threads_[i]));
      call("thread_sort_index", track, "sort_index", track);
    }
    for (std::size_t i = 0; i < failure.trace.size(); ++i) step(i);
    for (const StepLink& link : links_of(failure)) arrow(link);
    if (!failure.message.empty()) end();
  }

 private:
  void call(const char* what, int track, const char* member, Json value) {
    Json event = Json::object();
    event.set("name", what).set("ph", "M").set("pid", number_).set("tid", track).set("ts", 0);
    events_.name(event.set("args", Json::object().set(member, std::move(value))));
  }

  [[nodiscard]] Json event(const std::string& name, const char* phase, const std::string& thread,
                           double time) const {
    const auto track = track_of_.find(thread);
    Json event = Json::object();
    event.set("name", fit(name)).set("ph", phase).set("pid", number_);
    event.set("tid", track == track_of_.end() ? 0 : track->second).set("ts", time);
    return event;
  }

  void step(std::size_t number) {
    const TraceStep& step = failure_.trace[number];
    const auto time = static_cast<double>(number + 1);
    Json args = Json::object();
    const auto tell = [&args](const char* name, const std::string& text) {
      if (!text.empty()) args.set(name, fit(text));
    };
    args.set("step", static_cast<std::uint64_t>(number + 1));
    tell("object", step.object), tell("value", step.value), tell("afterwards", step.state);
    tell("place", place_text(step.file, step.line)), tell("function", step.function);
    tell("why now", step.why);
    if (!step.frames.empty()) {
      Json calls = Json::array();
      for (const StackFrame& frame : step.frames) {
        calls.add(fit(frame.function + "  " + place_text(frame.file, frame.line)));
      }
      args.set("calls", std::move(calls));
    }
    const DecisivePair pair = decisive_pair(failure_);
    if (static_cast<int>(number) == pair.first) args.set("decides", "①: after ②, and it passes");
    if (static_cast<int>(number) == pair.second) args.set("decides", "②: before ①, and it passes");
    Json slice = event(step_text(step), "X", step.thread, time);
    slice.set("dur", 1).set("cat", step.preemption ? "step,preemption" : "step");
    events_.add(time, slice.set("args", std::move(args)));
  }

  // From the middle of one slice to the middle of another, so that the arrow is bound to both.
  void arrow(const StepLink& link) {
    const bool reads = link.link == Link::kReads || link.link == Link::kSeen;
    if (!reads && link.link != Link::kLetsGoOn) return;
    const char* name = reads ? "reads from" : "happens before";
    const int id = events_.next_arrow();
    const auto half = [&](int number, const char* phase) {
      const double time = number + 1.5;
      const std::string& thread = failure_.trace[static_cast<std::size_t>(number)].thread;
      Json flow = event(name, phase, thread, time);
      flow.set("cat", reads ? "reads" : "order").set("id", id);
      if (*phase == 'f') flow.set("bp", "e");
      events_.add(time, std::move(flow));
    };
    half(link.from, "s");
    half(link.to, "f");
  }

  // At the end: waiting threads, and the failure itself, across all tracks if it belongs to no
  // thread.
  void end() {
    const auto time = static_cast<double>(failure_.trace.size() + 1);
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked" || !track_of_.contains(end.thread)) continue;
      Json waits = event(wait_text(end) + holders_text(end), "X", end.thread, time);
      waits.set("dur", 1).set("cat", "waits").set("cname", "terrible");
      events_.add(time, waits.set("args", Json::object().set("place",
                                                             fit(place_text(end.file, end.line)))));
    }
    Json failed = event(failure_line(failure_), "i", failure_.thread, time);
    failed.set("s", track_of_.contains(failure_.thread) ? "t" : "p").set("cat", "failure");
    events_.add(time, failed.set("args", Json::object().set("schedule", fit(failure_.schedule))));
  }

  const FailureReport& failure_;
  int number_;
  std::vector<std::string> threads_;
  Events& events_;
  std::map<std::string, int> track_of_;
};

}  // namespace

std::string chrome_trace(const FailureReport& failure, const ChromeTraceStyle& style) {
  Events events;
  const std::string title = style.title.empty() ? failure_noun(failure.kind) : style.title;
  Process(failure, 1, title, events);
  if (style.twins) Process(passing_twin(failure), 2, "passes", events);
  Json json = Json::object();
  json.set("displayTimeUnit", "ns").set("traceEvents", events.take());
  json.set("otherData",
           Json::object().set("schedule", fit(failure.schedule)).set("time", "number of the step"));
  return json.dump(true);
}

}  // namespace mcheck
