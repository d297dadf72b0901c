// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/protocol_session.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/utf8.hpp"
#include "programs/mcheck/supervise/signals.hpp"

namespace mcheck::command {
namespace {

constexpr int kSessionPollMs = 50;
constexpr int kExitGraceMs = 2000;  // from the answer, or the end of the channel, to the exit
constexpr double kSearchReportSeconds = 2;
constexpr std::size_t kMaxMessageBytes = std::size_t{512} << 20;

bool is_answer(const std::string& type) {
  return type == "result" || type == "error" || type == "internal" || type == "list" ||
         type == "doctor" || type == "conflicts" || type == "orders";
}

}  // namespace

ProtocolSession::ProtocolSession(const Call& call)
    : call_(call), child_({call.path, call.output, recorder_.descriptor()}) {
  if (!call.request.command.empty()) send(to_json(call.request));
}

void ProtocolSession::send_request(const Call& call) {
  call_ = call;
  ended_ = false;
  ending_.answer = {};
  ending_.seconds = program_silence_ = engine_silence_ = 0;
  last_poll_ = std::chrono::steady_clock::now();
  send(to_json(call.request));
}

void ProtocolSession::send(const Json& message) { outgoing_ += message.dump() + "\n"; }

bool ProtocolSession::poll_once(int wait_ms) {
  if (!ended_) exchange(wait_ms);
  if (!ended_) check_limits();
  return ended_;
}

void ProtocolSession::exchange(int wait_ms) {
  if (!outgoing_.empty()) child_.send(outgoing_);
  const Received received = child_.receive(incoming_, wait_ms);
  const std::uint64_t heartbeat = recorder_.heartbeat();
  if (received == Received::kBytes || heartbeat != heartbeat_) {
    program_silence_ = engine_silence_ = 0;
    was_alive_ = true;
  }
  heartbeat_ = heartbeat;
  if (received == Received::kBytes) handle_messages();
  if (received == Received::kEnd) end(EndKind::kClosed);
  if (received == Received::kNothing && child_.poll_exit()) drain_messages();
}

// Reads the messages that a dead program sent before it died: the session ends when the channel is
// empty.
void ProtocolSession::drain_messages() {
  while (!ended_ && child_.receive(incoming_, 0) == Received::kBytes) handle_messages();
  if (!ended_) end(EndKind::kDied);
}

bool ProtocolSession::end(EndKind kind) {
  ending_.kind = kind;
  return ended_ = true;
}

void ProtocolSession::handle_messages() {
  for (std::size_t newline = incoming_.find('\n', scanned_); newline != std::string::npos;
       newline = incoming_.find('\n')) {
    std::string rest = incoming_.substr(newline + 1);
    incoming_.resize(newline);
    scanned_ = 0;
    handle_message(std::exchange(incoming_, std::move(rest)));
    if (ended_) return;
  }
  scanned_ = incoming_.size();
  if (incoming_.size() >= kMaxMessageBytes) reject_message("a message that does not end");
}

void ProtocolSession::handle_message(std::string text) {
  const auto line = std::make_shared<const std::string>(std::move(text));
  auto parsed = Json::parse(line);
  if (const auto* error = std::get_if<std::string>(&parsed)) {
    return reject_message("'" + shortened(one_line(*line), 40) + "' (" + *error + ")");
  }
  Json& message = std::get<Json>(parsed);
  const std::string type = message["type"].text();
  if (type == "hello") ending_.hello = message;
  if (type == "hello" || type == "progress") return;
  if (type == "commit" && call_.on_message) return call_.on_message(message);
  if (!is_answer(type)) return reject_message("a message of the unknown type '" + type + "'");
  ending_.answer = std::move(message);
  end(EndKind::kAnswered);
}

void ProtocolSession::reject_message(const std::string& what) {
  ending_.detail = what;
  end(EndKind::kMalformed);
}

// Counts the time during which this process ran: one poll counts for at most one second.
void ProtocolSession::check_limits() {
  const auto now = std::chrono::steady_clock::now();
  const double passed = std::min(std::chrono::duration<double>(now - last_poll_).count(), 1.0);
  last_poll_ = now;
  ending_.seconds += passed;
  const bool in_engine = was_alive_ && recorder_.is_in_engine();
  (in_engine ? engine_silence_ : program_silence_) += passed;
  if (silence_allowed_) program_silence_ = engine_silence_ = 0;
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
  if (stop_signal() != 0 && !limits.ignores_signals && is_report_grace_over()) {
    end(EndKind::kInterrupted);
  } else if (limits.total > 0 && ending_.seconds > limits.total) {
    end(EndKind::kOutOfTime);
  } else if (program_silence_ > (was_alive_ ? limits.program_silence : limits.start) ||
             engine_silence_ > limits.engine_silence) {
    end(EndKind::kHung);
  }
}

// Requests the results found so far, and waits for the grace period.
bool ProtocolSession::is_report_grace_over() {
  const double grace =
      call_.request.command == "explore" ? kSearchReportSeconds : call_.limits.report_grace;
  if (grace <= 0) return true;
  if (stop_requested_at_ < 0) {
    stop_requested_at_ = ending_.seconds;
    recorder_.request_stop();
  }
  return ending_.seconds > stop_requested_at_ + grace;
}

SessionEnding ProtocolSession::finish() {
  const bool by_itself = ending_.kind == EndKind::kAnswered || ending_.kind == EndKind::kClosed ||
                         ending_.kind == EndKind::kDied;
  const std::optional<ChildExit> child_exit =
      child_.poll_exit(ended_ && by_itself ? kExitGraceMs : 0);
  child_.kill_all();
  if (child_exit) ending_.child_exit = *child_exit;
  if (ending_.kind == EndKind::kClosed && child_exit) ending_.kind = EndKind::kDied;
  if (ending_.kind == EndKind::kHung) ending_.seconds = program_silence_ + engine_silence_;
  ending_.recording = recorder_.recording();
  return std::move(ending_);
}

SessionEnding run_session(const Call& call) {
  ProtocolSession session(call);
  return run_session(session);
}

SessionEnding run_session(ProtocolSession& started) {
  while (!started.poll_once(kSessionPollMs)) {
  }
  return started.finish();
}

bool wait_for_hello(ProtocolSession& started) {
  while (started.hello().is_null()) {
    if (started.poll_once(kSessionPollMs)) return false;
  }
  return true;
}

}  // namespace mcheck::command
