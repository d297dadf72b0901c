// SPDX-License-Identifier: MIT
#include "engine/host/schedule/schedule_file.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <utility>

#include <mcheck/detail/event_orders.hpp>

#include "engine/base/spelling.hpp"
#include "engine/host/search/exploration.hpp"
#include "engine/model/forced_schedule.hpp"
#include "engine/runtime/verdict/quantifier_request.hpp"
#include "engine/trace/semantics/operation_names.hpp"

namespace mcheck {
namespace {

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::size_t kMost = ForcedSchedule::kMax;

// As the enumerators of ScheduleError, with blanks.
std::string message_of(detail::ScheduleError error) {
  using enum detail::ScheduleError;
  switch (error) {
    case none: break;
    case expected_an_event: return "expected an event";
    case expected_an_arrow: return "expected ->";
    case expected_a_comma_or_the_end: return "expected a comma, or the end of the line";
    case expected_a_closing_bracket: return "expected ]";
    case expected_a_closing_parenthesis: return "expected )";
    case expected_a_number_of_at_least_1: return "expected a number of at least 1";
    case the_event_after_the_arrow_cannot_be_in_brackets:
      return "the event after -> cannot be in brackets";
    case an_event_waits_for_itself: return "an event waits for itself";
    case events_wait_for_each_other_in_a_circle:
    case events_wait_for_each_other_in_a_circle_without_thread_names:
      return "events wait for each other in a circle";
    case more_than_64_events: return "more than 64 events";
    case more_than_32_orders: return "more than 32 orders";
    case the_condition_is_too_large: return "the condition is too large";
  }
  return "";
}

std::string without_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlanks) + 1 - begin);
}

// "lock" for "lokc guard", and the list of all.
std::string known_operations(const std::string& location) {
  constexpr std::size_t kColumns = 100;
  const std::set<std::string> names = operation_names();
  const std::string word = location.substr(0, location.find_first_of(kBlanks));
  const std::string nearest_one = nearest(word, {names.begin(), names.end()});
  std::string text = nearest_one.empty() ? "" : "\n  nearest  " + nearest_one;
  std::string line = "\n  known   ";
  for (const std::string& name : names) {
    if (line.size() + name.size() > kColumns) text += std::exchange(line, "\n          ");
    line += " " + name + (name == *names.rbegin() ? "" : ",");
  }
  return text + line;
}

class FileParser {
 public:
  FileParser(const std::string& name, const std::string& text) : name_(name), text_(text) {}

  ScheduleFile parse() {
    std::istringstream lines(text_);
    bool has_version = false;
    while (std::getline(lines, line_)) {
      ++number_;
      at_ = number_ == 1 && line_.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
      if (line_.ends_with('\r')) line_.pop_back();
      remove_comment();
      if (is_at_end()) continue;
      const std::size_t begin = at_;
      const std::string word = parse_word("a statement");
      if (!std::exchange(has_version, true)) {
        parse_version(word, begin);
      } else if (word == "gate" || word == "barrier" || word == "turnstile") {
        parse_gate(word);
      } else if (word == "at") {
        parse_rule();
      } else if (word == "order") {
        parse_order();
      } else if (word == "impossible") {
        parse_keyword("passes");
        require_end();
        file_.impossible_passes = true;
      } else if (const auto wanted = parse_quantifier(word)) {
        require_end();
        if (has_quantifier_) fail(begin, "the file says what it claims above already");
        has_quantifier_ = true;
        file_.quantifier = *wanted;
      } else {
        fail(begin,
             "expected gate, barrier, turnstile, at, order, impossible, for_all, for_some or "
             "exactly_one");
      }
    }
    if (!has_version) fail(0, "expected `schedule 1`: the version, on the first line");
    require_gates();
    require_no_circle();
    if (file_.impossible_passes && file_.quantifier != quantifier::for_all) {
      throw UsageError(name_ + ": `impossible passes` contradicts `" + name_of(file_.quantifier) +
                       "`, by which some execution has to follow the file");
    }
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::size_t column, const std::string& what) const {
    throw UsageError(position(column) + ": " + what + "\n  see      docs/guide/schedule_files.md");
  }
  [[nodiscard]] std::string position(std::size_t column) const {
    return name_ + ":" + std::to_string(std::max<std::size_t>(number_, 1)) + ":" +
           std::to_string(column + 1);
  }

  void remove_comment() {
    for (std::size_t i = 0; i < line_.size(); ++i) {
      const bool begins = i == 0 || kBlanks.find(line_[i - 1]) != std::string_view::npos;
      if (line_[i] == '#' && begins) return line_.resize(i);
    }
  }

  bool is_at_end() {
    at_ = std::min(line_.find_first_not_of(kBlanks, at_), line_.size());
    return at_ == line_.size();
  }

  // Skips blanks; the column of what follows.
  std::size_t next() {
    (void)is_at_end();
    return at_;
  }

  std::string parse_word(const char* what) {
    if (is_at_end()) fail(at_, std::string("expected ") + what);
    const std::size_t end = std::min(line_.find_first_of(kBlanks, at_), line_.size());
    std::string word = line_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  unsigned long parse_number(const char* what) { return number_of(parse_word(what)); }

  void require_end() {
    if (!is_at_end()) fail(at_, "expected the end of the line");
  }

  void parse_version(const std::string& word, std::size_t begin) {
    if (word != "schedule") fail(begin, "expected `schedule 1`: the version, on the first line");
    const std::size_t number = next();
    if (parse_word("the version, 1") != "1") fail(number, "only version 1 is known");
    require_end();
  }

  void parse_gate(const std::string& word) {
    DeclaredGate gate;
    if (word == "barrier") gate.kind = DeclaredGate::Kind::kBarrier;
    if (word == "turnstile") gate.kind = DeclaredGate::Kind::kTurnstile;
    const std::size_t begin = next();
    gate.name = parse_word("the name of the gate");
    const auto known = std::ranges::find(file_.gates, gate.name, &DeclaredGate::name);
    if (known != file_.gates.end()) fail(begin, "a gate `" + gate.name + "` stands above already");
    if (gate.kind == DeclaredGate::Kind::kBarrier) {
      parse_keyword("for");
      gate.count = parse_number("a number of threads");
    } else if (gate.kind == DeclaredGate::Kind::kGate && !is_at_end()) {
      parse_keyword("after");
      gate.count = parse_number("a number of openings");
    }
    require_end();
    require_room(file_.gates.size(), "gates", begin);
    gate.at = position(begin);
    file_.gates.push_back(gate);
  }

  void parse_keyword(const std::string& keyword) {
    const std::size_t begin = next();
    if (is_at_end() || parse_word("") != keyword) fail(begin, "expected `" + keyword + "`");
  }

  // The location ends at " by ", " time " or the colon that a blank follows.
  void parse_rule() {
    ScheduleRule rule;
    if (is_at_end()) fail(at_, "expected a location");
    require_room(file_.rules.size(), "locations", at_);
    rule.at = position(at_);
    std::size_t end = std::string::npos;
    for (const char* mark : {": ", ":\t", " by ", " time "})
      end = std::min(end, line_.find(mark, at_));
    if (end == std::string::npos) fail(line_.size(), "expected a colon and an action");
    rule.location = parse_location(line_.substr(at_, end - at_));
    at_ = end;
    while (line_[at_] != ':') {
      const std::size_t begin = next();
      const std::string word = parse_word("a colon and an action");
      if (word == "by") {
        rule.thread = parse_word_to_colon("the name of a thread");
      } else if (word == "time") {
        rule.time = number_of(parse_word_to_colon("a number"));
      } else {
        fail(begin, "expected by, time, or a colon and an action");
      }
      if (is_at_end()) fail(at_, "expected a colon and an action");
    }
    ++at_;
    if (rule.location.kind == CodeLocation::Kind::kThreadEnd) {
      if (!rule.thread.empty()) fail(end, "`end of` names the thread already");
      rule.thread = rule.location.name;
    }
    parse_action(rule);
    require_end();
    file_.rules.push_back(rule);
  }

  std::string parse_word_to_colon(const char* what) {
    std::string word = parse_word(what);
    if (word.ends_with(':')) word.pop_back(), --at_;
    return word;
  }

  unsigned long number_of(const std::string& word) {
    if (word.empty() || word.find_first_not_of("0123456789") != std::string::npos ||
        word.size() > 6 || std::atoi(word.c_str()) == 0) {
      fail(at_ - word.size(), "expected a number of at least 1");
    }
    return static_cast<unsigned long>(std::atoi(word.c_str()));
  }

  CodeLocation parse_location(const std::string& text) {
    CodeLocation location;
    for (const auto& [word, kind] : {std::pair("entry ", CodeLocation::Kind::kEntry),
                                     std::pair("exit ", CodeLocation::Kind::kExit)}) {
      if (!text.starts_with(word)) continue;
      location.kind = kind;
      location.name = text.substr(text.find_first_not_of(kBlanks, std::string(word).size()));
      return location;
    }
    if (text == "throw" || text.starts_with("throw "))
      return parse_object_and_function(CodeLocation::Kind::kThrow, text.substr(5));
    if (text.starts_with("end of ")) {
      location.kind = CodeLocation::Kind::kThreadEnd;
      location.name = without_blanks(text.substr(7));
      if (location.name.empty()) fail(at_, "expected a thread after `end of`");
      if (location.name == "main") fail(at_, "the end of main ends the program: nothing follows");
      return location;
    }
    if (const std::string operation = operation_at_begin_of(text); !operation.empty())
      return parse_operation(operation, text.substr(operation.size()));
    const std::size_t colon = text.rfind(':');
    const std::string line = colon == std::string::npos ? "" : text.substr(colon + 1);
    if (line.empty() || line.find_first_not_of("0123456789") != std::string::npos ||
        line.size() > 7)
      fail(at_,
           "expected FILE:LINE, entry FUNCTION, exit FUNCTION, throw, end of THREAD or an "
           "operation" +
               known_operations(text));
    location.name = text.substr(0, colon);
    location.line = std::atoi(line.c_str());
    return location;
  }

  CodeLocation parse_operation(const std::string& operation, const std::string& rest) {
    CodeLocation location = parse_object_and_function(CodeLocation::Kind::kOperation, rest);
    location.operation = operation;
    if (operation == kAccess && location.name.empty()) fail(at_, "expected an object to access");
    return location;
  }

  // "guard in transfer", after the operation; the type of an exception likewise.
  CodeLocation parse_object_and_function(CodeLocation::Kind kind, const std::string& rest) {
    CodeLocation location{.kind = kind, .name = {}};
    const std::string object_and_function = rest + " ";
    const std::size_t in = object_and_function.find(" in ");
    location.name = without_blanks(object_and_function.substr(0, in));
    if (in == std::string::npos) return location;
    location.function = without_blanks(object_and_function.substr(in + 4));
    if (location.function.empty()) fail(at_, "expected a function after `in`");
    return location;
  }

  void parse_action(ScheduleRule& rule) {
    using Action = ScheduleRule::Action;
    const std::size_t begin = next();
    const std::string word = parse_word("an action");
    constexpr std::array<std::pair<const char*, Action>, 6> kActions = {{
        {"event", Action::kEvent},
        {"wait", Action::kWait},
        {"open", Action::kOpen},
        {"arrive", Action::kArrive},
        {"call", Action::kCall},
        {"assert", Action::kAssert},
    }};
    const auto found =
        std::ranges::find_if(kActions, [&](const auto& each) { return word == each.first; });
    if (found == kActions.end()) fail(begin, "expected event, wait, open, arrive, call or assert");
    rule.action = found->second;
    const std::size_t name = next();
    rule.name = parse_word("a name");
    const bool is_gate = rule.action == Action::kWait || rule.action == Action::kOpen ||
                         rule.action == Action::kArrive;
    if (is_gate) uses_.push_back({rule.name, position(name), rule.action});
  }

  void parse_order() {
    if (is_at_end()) fail(at_, "expected an order of events");
    const std::string text = line_.substr(at_);
    const detail::EventOrders orders = detail::parse_event_orders(text.c_str());
    if (orders.error != detail::ScheduleError::none)
      fail(at_ + orders.column - 1, message_of(orders.error));
    if (orders.quantifier != quantifier::for_all)
      fail(at_, std::string("expected `") + name_of(orders.quantifier) + "` on a line of its own");
    file_.orders += (file_.orders.empty() ? "" : ", ") + text;
    first_order_ = first_order_.empty() ? position(at_) : first_order_;
    const detail::EventOrders all = detail::parse_event_orders(file_.orders.c_str());
    if (all.name_count > kMost) fail(at_, "more than 32 events in orders");
    if (detail::alternatives_of(all) > ForcedSchedule::kMaxAlternatives)
      fail(at_, "more than 16 conditions with |");
  }

  void require_room(std::size_t count, const std::string& what, std::size_t column) const {
    if (count >= kMost) fail(column, "more than 32 " + what);
  }

  void require_gates() const {
    for (const GateUse& use : uses_) {
      const auto gate = std::ranges::find(file_.gates, use.gate, &DeclaredGate::name);
      if (gate == file_.gates.end()) {
        throw UsageError(use.at + ": there is no gate `" + use.gate + "`\n  try      gate " +
                         use.gate);
      }
      const bool arrives = use.action == ScheduleRule::Action::kArrive;
      if (arrives != (gate->kind == DeclaredGate::Kind::kBarrier)) {
        throw UsageError(use.at + ": `" + use.gate + "` is " +
                         (arrives ? "no barrier: wait or open" : "a barrier: arrive"));
      }
    }
    for (const DeclaredGate& gate : file_.gates) require_used(gate);
  }

  void require_used(const DeclaredGate& gate) const {
    const auto is_used = [&](ScheduleRule::Action action) {
      return std::ranges::any_of(
          uses_, [&](const GateUse& use) { return use.gate == gate.name && use.action == action; });
    };
    if (gate.kind == DeclaredGate::Kind::kBarrier) {
      if (!is_used(ScheduleRule::Action::kArrive))
        throw UsageError(gate.at + ": no thread arrives at barrier `" + gate.name + "`");
      return;
    }
    if (!is_used(ScheduleRule::Action::kWait))
      throw UsageError(gate.at + ": no thread waits at gate `" + gate.name + "`");
    if (!is_used(ScheduleRule::Action::kOpen))
      throw UsageError(gate.at + ": nothing opens gate `" + gate.name + "`");
  }

  void require_no_circle() const {
    if (file_.orders.empty()) return;
    const detail::EventOrders orders = detail::parse_event_orders(file_.orders.c_str());
    if (orders.error != detail::ScheduleError::none)
      throw UsageError(first_order_ + ": " + message_of(orders.error));
  }

  struct GateUse {
    std::string gate;
    std::string at;
    ScheduleRule::Action action;
  };

  const std::string& name_;
  const std::string& text_;
  ScheduleFile file_;
  std::vector<GateUse> uses_;
  std::string first_order_;
  bool has_quantifier_ = false;
  std::string line_;
  std::size_t number_ = 0;
  std::size_t at_ = 0;
};

}  // namespace

ScheduleFile parse_schedule_file(const std::string& name, const std::string& text) {
  return FileParser(name, text).parse();
}

}  // namespace mcheck
