// SPDX-License-Identifier: MIT
#include "visualize/exchange/chrome_trace.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/base/json.hpp"
#include "engine/base/utf8.hpp"
#include "visualize/model/trace_links.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck {
namespace {

constexpr std::size_t kMaxEventText = 200;

// The events of both processes in order of time, after the metadata events that name processes and
// threads.
class TraceEvents {
 public:
  void add(double time, Json event) { timed_events_.emplace_back(time, std::move(event)); }
  void name(Json event) { metadata_.push_back(std::move(event)); }

  [[nodiscard]] Json take() {
    std::ranges::stable_sort(timed_events_, {}, [](const auto& each) { return each.first; });
    Json list = Json::array();
    for (Json& event : metadata_) list.add(std::move(event));
    for (auto& [time, event] : timed_events_) list.add(std::move(event));
    return list;
  }

  [[nodiscard]] int next_arrow() { return ++arrow_count_; }

 private:
  std::vector<Json> metadata_;
  std::vector<std::pair<double, Json>> timed_events_;
  int arrow_count_ = 0;
};

std::string event_text(const std::string& text) { return shortened(one_line(text), kMaxEventText); }

class ProcessEvents {
 public:
  ProcessEvents(const FailureReport& failure, int number, TraceEvents& events)
      : failure_(failure), number_(number), threads_(threads_of(failure)), events_(events) {}

  void add(const std::string& name) {
    add_metadata("process_name", 0, "name", event_text(name));
    add_metadata("process_sort_index", 0, "sort_index", number_);
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const int track = static_cast<int>(i) + 1;
      tracks_[threads_[i]] = track;
      add_metadata("thread_name", track, "name", event_text(threads_[i]));
      add_metadata("thread_sort_index", track, "sort_index", track);
    }
    for (std::size_t i = 0; i < failure_.trace.size(); ++i) step(i);
    for (const StepLink& link : links_of(failure_)) add_arrow(link);
    if (!failure_.message.empty()) end();
  }

 private:
  void add_metadata(const char* what, int track, const char* member, Json value) {
    Json event = Json::object();
    event.set("name", what).set("ph", "M").set("pid", number_).set("tid", track).set("ts", 0);
    events_.name(event.set("args", Json::object().set(member, std::move(value))));
  }

  [[nodiscard]] Json event(const std::string& name, const char* phase, const std::string& thread,
                           double time) const {
    const auto track = tracks_.find(thread);
    Json event = Json::object();
    event.set("name", event_text(name)).set("ph", phase).set("pid", number_);
    event.set("tid", track == tracks_.end() ? 0 : track->second).set("ts", time);
    return event;
  }

  void step(std::size_t number) {
    const TraceStep& step = failure_.trace[number];
    const auto time = static_cast<double>(number + 1);
    Json args = Json::object();
    const auto add_text = [&args](const char* name, const std::string& text) {
      if (!text.empty()) args.set(name, event_text(text));
    };
    args.set("step", static_cast<std::uint64_t>(number + 1));
    add_text("object", step.object), add_text("value", step.value),
        add_text("afterwards", step.state);
    add_text("place", place_text(step.file, step.line)), add_text("function", step.function);
    add_text("why now", step.why);
    if (step.superseded_by >= 0)
      args.set("older than the value of step", static_cast<std::uint64_t>(step.superseded_by + 1));
    if (!step.frames.empty()) {
      Json calls = Json::array();
      for (const StackFrame& frame : step.frames) {
        calls.add(event_text(frame.function + "  " + place_text(frame.file, frame.line)));
      }
      args.set("calls", std::move(calls));
    }
    const DecisiveSteps pair = decisive_pair(failure_);
    if (static_cast<int>(number) == pair.first)
      args.set("decides", "①: if it comes after ②, the execution passes");
    if (static_cast<int>(number) == pair.second)
      args.set("decides", "②: if it comes before ①, the execution passes");
    Json slice = event(step_text(step), "X", step.thread, time);
    slice.set("dur", 1).set("cat", step.preemption ? "step,preemption" : "step");
    events_.add(time, slice.set("args", std::move(args)));
  }

  // From the middle of one slice to the middle of another, so that the arrow is bound to both.
  void add_arrow(const StepLink& link) {
    const bool reads = link.link == LinkKind::kReads || link.link == LinkKind::kLastRead;
    if (!reads && link.link != LinkKind::kEnables) return;
    const char* name = reads ? "reads from" : "happens before";
    const int id = events_.next_arrow();
    const auto add_arrow_end = [&](int number, const char* phase) {
      const double time = number + 1.5;
      const std::string& thread = failure_.trace[static_cast<std::size_t>(number)].thread;
      Json flow = event(name, phase, thread, time);
      flow.set("cat", reads ? "reads" : "order").set("id", id);
      if (*phase == 'f') flow.set("bp", "e");
      events_.add(time, std::move(flow));
    };
    add_arrow_end(link.from, "s");
    add_arrow_end(link.to, "f");
  }

  // At the end: waiting threads, and the failure itself, across all tracks if it belongs to no
  // thread.
  void end() {
    const auto time = static_cast<double>(failure_.trace.size() + 1);
    for (const ThreadEnd& end : failure_.threads) {
      if (end.state != "blocked" || !tracks_.contains(end.thread)) continue;
      Json waits = event(wait_text(end) + holders_text(end), "X", end.thread, time);
      waits.set("dur", 1).set("cat", "waits").set("cname", "terrible");
      events_.add(
          time, waits.set("args",
                          Json::object().set("place", event_text(place_text(end.file, end.line)))));
    }
    Json failed = event(failure_line(failure_), "i", failure_.thread, time);
    failed.set("s", tracks_.contains(failure_.thread) ? "t" : "p").set("cat", "failure");
    events_.add(time,
                failed.set("args", Json::object().set("schedule", event_text(failure_.schedule))));
  }

  const FailureReport& failure_;
  int number_;
  std::vector<std::string> threads_;
  TraceEvents& events_;
  std::map<std::string, int> tracks_;
};

}  // namespace

std::string chrome_trace(const FailureReport& failure, const ChromeTraceStyle& style) {
  TraceEvents events;
  const std::string title = style.title.empty() ? failure_noun(failure.kind) : style.title;
  ProcessEvents(failure, 1, events).add(title);
  if (style.twins) ProcessEvents(passing_twin(failure), 2, events).add("passes");
  Json json = Json::object();
  json.set("displayTimeUnit", "ns").set("traceEvents", events.take());
  json.set("otherData", Json::object()
                            .set("schedule", event_text(failure.schedule))
                            .set("time", "number of the step"));
  return json.dump(true);
}

}  // namespace mcheck
