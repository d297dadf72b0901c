// SPDX-License-Identifier: MIT
#include "engine/trace/results/schedule_use.hpp"

#include <algorithm>
#include <iterator>

#include "engine/base/spelling.hpp"

namespace mcheck {
namespace {

// The thread of "taken@worker"; empty: any.
std::string thread_of(const std::string& event) {
  const std::size_t at = event.find('@');
  return at == std::string::npos ? "" : event.substr(at + 1);
}

Json json_of(const NamedLocation& location) {
  Json json = Json::object();
  json.set("at", location.at).set("thread", location.thread);
  json.set("time", std::uint64_t{location.time}).set("object", location.object);
  return json.set("unused", location.unused);
}

}  // namespace

void ScheduleUse::declare_location(const NamedLocation& location) {
  if (std::ranges::find(locations_, location.at, &NamedLocation::at) != locations_.end()) return;
  locations_.push_back(location);
  names_threads_ |= !location.thread.empty();
}

bool ScheduleUse::note(Fact fact, std::string_view name) {
  Names& known = facts_[static_cast<std::size_t>(fact)];
  if (known.contains(name)) return false;
  const std::string& added = *known.emplace(name).first;
  names_threads_ |= fact == Fact::kNamedEvent && !thread_of(added).empty();
  return true;
}

void ScheduleUse::add(const ScheduleUse& other) {
  for (const NamedLocation& location : other.locations_) declare_location(location);
  for (std::size_t i = 0; i < kFacts; ++i) {
    for (const std::string& name : other.facts_[i]) note(static_cast<Fact>(i), name);
  }
}

std::vector<std::string> ScheduleUse::unused_objects() const {
  std::vector<std::string> unused;
  for (const NamedLocation& location : locations_) {
    const std::string& object = location.object;
    const bool is_used = object.empty() || all(Fact::kUsedObject).contains(object);
    if (!is_used && std::ranges::find(unused, object) == unused.end()) unused.push_back(object);
  }
  return unused;
}

std::vector<std::string> ScheduleUse::unreached() const {
  std::vector<std::string> sentences;
  for (const NamedLocation& location : locations_) {
    if (!all(Fact::kReachedLocation).contains(location.at)) sentences.push_back(sentence(location));
  }
  for (const std::string& event : only_in(Fact::kNamedEvent, Fact::kReachedEvent))
    sentences.push_back("no thread reached an event `" + event + "`" + missing_event_text(event));
  for (const std::string& event : all(Fact::kUnorderedEvent)) {
    sentences.push_back("event `" + event + "` is in no order, and forces nothing" +
                        nearest_text(event, all(Fact::kNamedEvent)));
  }
  for (const std::string& file : all(Fact::kEmptyFile))
    sentences.push_back(file + " forces nothing: it has no `at`, and no `order`");
  for (const std::string& gate : only_in(Fact::kOpenedGate, Fact::kWaitedGate))
    sentences.push_back("no thread waited at gate `" + gate + "`");
  for (const std::string& gate : only_in(Fact::kWaitedGate, Fact::kOpenedGate))
    sentences.push_back("nothing opened gate `" + gate + "`");
  return sentences;
}

std::vector<std::string> ScheduleUse::ambiguous() const {
  std::vector<std::string> sentences;
  for (const std::string& gate : all(Fact::kAmbiguousGate))
    sentences.push_back("two gates have the name `" + gate + "`");
  return sentences;
}

std::vector<std::string> ScheduleUse::only_in(Fact one, Fact other) const {
  std::vector<std::string> names;
  std::ranges::set_difference(all(one), all(other), std::back_inserter(names));
  return names;
}

std::string ScheduleUse::sentence(const NamedLocation& unreached) const {
  const std::string thread = unreached.thread;
  std::string text = thread.empty() ? "no thread reached" : "thread `" + thread + "` did not reach";
  text += " the location at " + unreached.at;
  if (unreached.time > 1) text += " " + std::to_string(unreached.time) + " times";
  const std::string& object = unreached.object;
  const bool is_unused = !object.empty() && !all(Fact::kUsedObject).contains(object);
  if (!is_unused) return text + missing_thread_text(thread);
  const std::string nearest_one = nearest_text(object, all(Fact::kSeenObject));
  const std::string& reason = unreached.unused;
  return text + ": no thread uses `" + object + "`" + nearest_one +
         (nearest_one.empty() && !reason.empty() ? "; " + reason : "");
}

std::string ScheduleUse::nearest_text(const std::string& name, const Names& known) {
  const std::string found = nearest(name, {known.begin(), known.end()});
  return found.empty() || found == name ? "" : "; nearest is `" + found + "`";
}

// The nearest event stands at a location, or was reached, and no order names it.
std::string ScheduleUse::missing_event_text(const std::string& event) const {
  std::string thread = missing_thread_text(thread_of(event));
  if (!thread.empty()) return thread;
  const std::string bare = event.substr(0, event.find_first_of("#@"));
  Names known;
  for (const Fact fact : {Fact::kUnorderedEvent, Fact::kReachedEvent}) {
    for (const std::string& other : all(fact)) {
      if (other.substr(0, other.find_first_of("#@")) != bare) known.insert(other);
    }
  }
  return nearest_text(bare, known);
}

// Empty: the name is that of a thread, or means any.
std::string ScheduleUse::missing_thread_text(const std::string& name) const {
  constexpr std::size_t kMost = 10;
  const Names& threads = all(Fact::kThread);
  if (name.empty() || threads.contains(name)) return "";
  const std::string nearest_one = nearest(name, {threads.begin(), threads.end()});
  std::string text = ": no thread has this name; ";
  if (!nearest_one.empty()) return text + "nearest is `" + nearest_one + "`";
  text += "the threads are";
  std::size_t count = 0;
  for (const std::string& thread : threads) {
    if (++count > kMost) return text + " …";
    text += (count == 1 ? " `" : ", `") + thread + "`";
  }
  return text;
}

Json ScheduleUse::to_json() const {
  Json locations = Json::array();
  for (const NamedLocation& location : locations_) locations.add(json_of(location));
  Json facts = Json::array();
  for (const Names& names : facts_) facts.add(Json::of({names.begin(), names.end()}));
  return Json::object().set("locations", std::move(locations)).set("facts", std::move(facts));
}

ScheduleUse ScheduleUse::from_json(const Json& json) {
  ScheduleUse use;
  for (const Json& each : json["locations"].elements()) {
    use.declare_location({.at = each["at"].text(),
                          .thread = each["thread"].text(),
                          .time = each["time"].natural(),
                          .object = each["object"].text(),
                          .unused = each["unused"].text()});
  }
  const Json::Array& facts = json["facts"].elements();
  for (std::size_t i = 0; i < std::min(facts.size(), kFacts); ++i) {
    for (const std::string& name : facts[i].texts()) use.note(static_cast<Fact>(i), name);
  }
  return use;
}

}  // namespace mcheck
