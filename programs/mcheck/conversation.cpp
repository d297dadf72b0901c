// SPDX-License-Identifier: MIT
#include "programs/mcheck/conversation.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/signals.hpp"

namespace mcheck::command {
namespace {

constexpr int kTimeoutStepMs = 50;
constexpr int kFarewellMs = 2000;  // from the answer, or the end of the channel, to the exit
constexpr double kLastWordsSeconds = 2;
constexpr std::size_t kLongestMessage = std::size_t{512} << 20;

bool is_answer(const std::string& type) {
  return type == "result" || type == "error" || type == "internal" || type == "list" ||
         type == "doctor" || type == "conflicts";
}

}  // namespace

Conversation::Conversation(const Call& call)
    : call_(call), child_({call.path, call.output, recorder_.descriptor()}) {
  if (!call.request.command.empty()) say(to_json(call.request));
}

void Conversation::ask(const Call& call) {
  call_ = call;
  ending_.seconds = quiet_ = thinking_ = 0;
  last_turn_ = std::chrono::steady_clock::now();
  say(to_json(call.request));
}

void Conversation::say(const Json& message) { outgoing_ += message.dump() + "\n"; }

bool Conversation::turn(int wait_ms) {
  if (!ended_) listen(wait_ms);
  if (!ended_) look_at_the_clock();
  return ended_;
}

void Conversation::listen(int wait_ms) {
  if (!outgoing_.empty()) child_.send(outgoing_);
  const Received received = child_.receive(incoming_, wait_ms);
  const std::uint64_t heartbeat = recorder_.heartbeat();
  if (received == Received::kBytes || heartbeat != heartbeat_) {
    quiet_ = thinking_ = 0;
    alive_ = true;
  }
  heartbeat_ = heartbeat;
  if (received == Received::kBytes) take_messages();
  if (received == Received::kEnd) end(EndKind::kClosed);
  if (received == Received::kNothing && child_.ended()) hear_last_words();
}

// Reads the messages that a dead program sent before it died: the session ends when the channel is
// empty.
void Conversation::hear_last_words() {
  while (!ended_ && child_.receive(incoming_, 0) == Received::kBytes) take_messages();
  if (!ended_) end(EndKind::kDied);
}

bool Conversation::end(EndKind kind) {
  ending_.kind = kind;
  return ended_ = true;
}

void Conversation::take_messages() {
  for (std::size_t newline = incoming_.find('\n', searched_); newline != std::string::npos;
       newline = incoming_.find('\n')) {
    std::string rest = incoming_.substr(newline + 1);
    incoming_.resize(newline);
    searched_ = 0;
    take_message(std::exchange(incoming_, std::move(rest)));
    if (ended_) return;
  }
  searched_ = incoming_.size();
  if (incoming_.size() >= kLongestMessage) garbled("a message without an end");
}

void Conversation::take_message(std::string text) {
  const auto line = std::make_shared<const std::string>(std::move(text));
  auto parsed = Json::parse(line);
  if (const auto* trouble = std::get_if<std::string>(&parsed)) {
    return garbled("'" + shortened(one_line(*line), 40) + "' (" + *trouble + ")");
  }
  Json& message = std::get<Json>(parsed);
  const std::string type = message["type"].text();
  if (type == "hello") ending_.hello = message;
  if (type == "hello" || type == "progress") return;
  if (type == "commit" && call_.on_message) return call_.on_message(message);
  if (!is_answer(type)) return garbled("a message of the unknown type '" + type + "'");
  ending_.answer = std::move(message);
  end(EndKind::kAnswered);
}

void Conversation::garbled(const std::string& what) {
  ending_.detail = what;
  end(EndKind::kGarbled);
}

// Counts the time during which this process ran: one poll counts for at most one second.
void Conversation::look_at_the_clock() {
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::min(std::chrono::duration<double>(now - last_turn_).count(), 1.0);
  last_turn_ = now;
  ending_.seconds += passed;
  const bool thinks = alive_ && recorder_.is_thinking();
  (thinks ? thinking_ : quiet_) += passed;
  if (expects_nothing_) quiet_ = thinking_ = 0;
  if (call_.progress) {
    call_.progress({.executions = recorder_.executions(),
                    .events = recorder_.events(),
                    .seconds = ending_.seconds,
                    .mass = recorder_.finished_mass(),
                    .classes = recorder_.classes(),
                    .depth = recorder_.depth(),
                    .kind = recorder_.estimate_kind()});
  }
  const Limits& limits = call_.limits;
  if (asked_to_stop() != 0 && !limits.beyond_signals && has_had_its_say()) {
    end(EndKind::kInterrupted);
  } else if (limits.total > 0 && ending_.seconds > limits.total) {
    end(EndKind::kOutOfTime);
  } else if (quiet_ > (alive_ ? limits.quiet : limits.start) || thinking_ > limits.thinking) {
    end(EndKind::kHung);
  }
}

// Requests the results found so far, and waits for the grace period.
bool Conversation::has_had_its_say() {
  const double moment =
      call_.request.command == "explore" ? kLastWordsSeconds : call_.limits.farewell;
  if (moment <= 0) return true;
  if (asked_to_stop_at_ < 0) {
    asked_to_stop_at_ = ending_.seconds;
    recorder_.ask_to_stop();
  }
  return ending_.seconds > asked_to_stop_at_ + moment;
}

Ending Conversation::finish() {
  const bool by_itself = ending_.kind == EndKind::kAnswered || ending_.kind == EndKind::kClosed ||
                         ending_.kind == EndKind::kDied;
  const std::optional<ChildEnd> death = child_.ended(ended_ && by_itself ? kFarewellMs : 0);
  child_.kill_all();
  if (death) ending_.death = *death;
  if (ending_.kind == EndKind::kClosed && death) ending_.kind = EndKind::kDied;
  if (ending_.kind == EndKind::kHung) ending_.seconds = quiet_ + thinking_;
  ending_.recording = recorder_.recording();
  return std::move(ending_);
}

Ending converse(const Call& call) {
  Conversation conversation(call);
  return converse(conversation);
}

Ending converse(Conversation& started) {
  while (!started.turn(kTimeoutStepMs)) {
  }
  return started.finish();
}

bool introduces_itself(Conversation& started) {
  while (started.hello().is_null()) {
    if (started.turn(kTimeoutStepMs)) return false;
  }
  return true;
}

}  // namespace mcheck::command
