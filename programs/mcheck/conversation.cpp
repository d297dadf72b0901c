// SPDX-License-Identifier: MIT
#include "programs/mcheck/conversation.hpp"

#include <algorithm>
#include <chrono>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/signals.hpp"

namespace mcheck::command {
namespace {

constexpr int kTurnMs = 50;
constexpr int kFarewellMs = 2000;  // from the answer, or the end of the channel, to the end
constexpr std::size_t kLongestMessage = std::size_t{512} << 20;

// Counts the time in which this process ran: a turn never counts for more than a second.
class Stopwatch {
 public:
  double tick() {
    const auto now = std::chrono::steady_clock::now();
    const double turn = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return std::min(turn, 1.0);
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

bool is_answer(const std::string& type) {
  return type == "result" || type == "error" || type == "internal" || type == "list" ||
         type == "doctor";
}

class Conversation {
 public:
  explicit Conversation(const Call& call)
      : call_(call), child_({call.path, call.output, recorder_.descriptor()}) {
    outgoing_ = to_json(call.request).dump() + "\n";
  }

  Ending hold() {
    Stopwatch watch;
    while (!turn()) {
      const double passed = watch.tick();
      ending_.seconds += passed;
      quiet_ += passed;
      if (call_.progress) {
        call_.progress(recorder_.executions(), recorder_.events(), ending_.seconds);
      }
      if (over_limits()) break;
    }
    finish();
    return std::move(ending_);
  }

 private:
  // True if that was the last turn.
  bool turn() {
    if (!outgoing_.empty()) child_.send(outgoing_);
    const Received received = child_.receive(incoming_, kTurnMs);
    const std::uint64_t heartbeat = recorder_.heartbeat();
    if (received == Received::kBytes || heartbeat != heartbeat_) {
      quiet_ = 0;
      alive_ = true;
    }
    heartbeat_ = heartbeat;
    if (received == Received::kBytes && take_messages()) return true;
    // What a dead program has said is still read: only when there is no more is it the end.
    if (received == Received::kEnd) return end(EndKind::kClosed);
    return received == Received::kNothing && child_.ended() && end(EndKind::kDied);
  }

  bool end(EndKind kind) {
    ending_.kind = kind;
    return true;
  }

  bool take_messages() {
    for (std::size_t newline = incoming_.find('\n', searched_); newline != std::string::npos;
         newline = incoming_.find('\n')) {
      const std::string line = incoming_.substr(0, newline);
      incoming_.erase(0, newline + 1);
      searched_ = 0;
      if (take_message(line)) return true;
    }
    searched_ = incoming_.size();
    if (incoming_.size() < kLongestMessage) return false;
    return garbled("a message without an end");
  }

  bool take_message(const std::string& line) {
    const auto parsed = Json::parse(line);
    if (const auto* trouble = std::get_if<std::string>(&parsed)) {
      return garbled("'" + shortened(one_line(line), 40) + "' (" + *trouble + ")");
    }
    const Json& message = std::get<Json>(parsed);
    const std::string type = message["type"].text();
    if (type == "hello") ending_.hello = message;
    if (type == "hello" || type == "progress") return false;
    if (!is_answer(type)) return garbled("a message of the unknown type '" + type + "'");
    ending_.answer = message;
    return end(EndKind::kAnswered);
  }

  bool garbled(const std::string& what) {
    ending_.detail = what;
    return end(EndKind::kGarbled);
  }

  bool over_limits() {
    const Limits& limits = call_.limits;
    if (asked_to_stop() != 0) return end(EndKind::kInterrupted);
    if (limits.total > 0 && ending_.seconds > limits.total) return end(EndKind::kOutOfTime);
    return quiet_ > (alive_ ? limits.quiet : limits.start) && end(EndKind::kHung);
  }

  // Sees to it that the program is dead, and reads the recorder then.
  void finish() {
    const bool by_itself = ending_.kind == EndKind::kAnswered || ending_.kind == EndKind::kClosed ||
                           ending_.kind == EndKind::kDied;
    const std::optional<ChildEnd> death = child_.ended(by_itself ? kFarewellMs : 0);
    child_.kill_all();
    if (death) ending_.death = *death;
    if (ending_.kind == EndKind::kClosed && death) ending_.kind = EndKind::kDied;
    if (ending_.kind == EndKind::kHung) ending_.seconds = quiet_;
    ending_.recording = recorder_.recording();
  }

  const Call& call_;
  Recorder recorder_;
  Child child_;
  std::string outgoing_;
  std::string incoming_;
  std::size_t searched_ = 0;  // so much of what came holds no line end
  std::uint64_t heartbeat_ = 0;
  double quiet_ = 0;
  bool alive_ = false;
  Ending ending_;
};

}  // namespace

Ending converse(const Call& call) { return Conversation(call).hold(); }

}  // namespace mcheck::command
