// SPDX-License-Identifier: MIT
#include "engine/runtime/isolation/isolated_executor.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "engine/base/invariant.hpp"
#include "engine/runtime/isolation/registration_log.hpp"
#include "engine/runtime/machine/machine.hpp"
#include "engine/runtime/machine/signals.hpp"
#include "engine/trace/protocol/flight_record.hpp"

namespace mcheck {
namespace {

// The child notices a hang itself; after this much longer it is assumed to be unable to.
constexpr double kGraceSeconds = 3;
constexpr int kPollIntervalMs = 100;
// If a process is killed from outside, the execution is tried again, this often; then the program
// is blamed.
constexpr int kMaxTries = 3;

int open_pidfd(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

Packed pack_step(const Step& step) {
  const auto& [kind, operation, failure, may_spin, looped_back, spin_kind, tracked, counted_by,
               ends_process] = step;
  (void)counted_by;  // isolated executions explore counting loops iteration by iteration
  Packed packed;
  packed.put(kind).put(operation).put(failure.kind).put(failure.thread).put_text(failure.message);
  packed.put(may_spin).put(looped_back).put(spin_kind).put(tracked).put(ends_process);
  return packed;
}

Step unpack_step(Packed& packed) {
  Step step;
  step.kind = packed.take<Step::Kind>();
  step.operation = packed.take<Operation>();
  step.failure.kind = packed.take<FailureKind>();
  step.failure.thread = packed.take<ThreadId>();
  step.failure.message = packed.take_text();
  step.may_spin = packed.take<bool>();
  step.looped_back = packed.take<bool>();
  step.spin_kind = packed.take<SpinKind>();
  step.tracked = packed.take<bool>();
  step.ends_process = packed.take<bool>();
  return step;
}

}  // namespace

IsolatedExecutor::IsolatedExecutor(Machine& machine)
    : machine_(machine), registration_log_(std::make_unique<RegistrationLog>(reply_log_)) {
  machine.set_watcher_flags_if_unset(reply_log_.in_program(), reply_log_.heartbeat());
}

IsolatedExecutor::~IsolatedExecutor() = default;

// Returns true in the child.
bool IsolatedExecutor::fork_child(pid_t& child) {
  const pid_t parent = getpid();
  std::fflush(stdout);
  child = fork();
  MCHECK_INVARIANT(child >= 0, "the system lets a process fork");
  if (child > 0) return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) exit_child();
  restart_watchdog_timer();
  return true;
}

void IsolatedExecutor::begin(Execution& execution) {
  if (in_child_) exit_child();  // what begins now is another execution
  end();
  execution_ = &execution;
  machine_.clear_locations();
  for (int tries = 0; tries < kMaxTries; ++tries) {
    reply_log_.clear();
    pid_t child = 0;
    if (fork_child(child)) {
      in_child_ = true;
      machine_.set_reply_log(&reply_log_);
      execution.set_registration_listener(registration_log_.get());
      machine_.begin(execution);
      return;
    }
    child_exit_ = wait_for_child(child);
    if (!was_killed_from_outside()) break;
  }
  has_unread_replies_ = true;
}

bool IsolatedExecutor::was_killed_from_outside() const {
  return !child_exit_.hung && WIFSIGNALED(child_exit_.status) &&
         WTERMSIG(child_exit_.status) == SIGKILL;
}

void IsolatedExecutor::end() {
  if (in_child_) {
    machine_.end();
    reply_log_.write(ReplyTag::kFindings, machine_.pack_findings());
    exit_child();
  }
  if (!has_unread_replies_) return;
  has_unread_replies_ = false;
  while (std::optional<ReplyLog::Entry> entry = reply_log_.next()) machine_.merge(*entry);
}

void IsolatedExecutor::exit_child() {
  fflush_unlocked(stdout);  // a suspended thread of the program may hold its lock
  for (;;) syscall(SYS_exit_group, 0);
}

IsolatedExecutor::ChildExit IsolatedExecutor::wait_for_child(pid_t child) {
  ChildExit child_exit;
  pollfd watched{open_pidfd(child), POLLIN, 0};
  const double patience = machine_.behaviour().patience;
  std::size_t written = 0;
  std::uint64_t beats = 0;
  for (double silent_seconds = 0; watched.fd >= 0;) {
    const int ready = poll(&watched, 1, kPollIntervalMs);
    if (ready > 0) break;
    if (ready < 0) continue;  // our own timer has ticked
    const bool has_progress = reply_log_.written() != written || heartbeats() != beats;
    silent_seconds = has_progress ? 0 : silent_seconds + kPollIntervalMs / 1000.0;
    written = reply_log_.written();
    beats = heartbeats();
    if (patience <= 0 || silent_seconds < patience + kGraceSeconds) continue;
    child_exit.hung = true;
    kill(child, SIGKILL);
    break;
  }
  if (watched.fd >= 0) close(watched.fd);
  while (waitpid(child, &child_exit.status, 0) < 0 && errno == EINTR) {
  }
  child_exit.in_program = machine_.take_in_program();
  return child_exit;
}

void IsolatedExecutor::apply(ReplyLog::Entry& entry) {
  if (!replay_registration(entry, *execution_, machine_)) machine_.merge(entry);
}

// The next reply; none: the process died before it replied.
std::optional<Packed> IsolatedExecutor::next_reply(ReplyTag tag) {
  while (std::optional<ReplyLog::Entry> entry = reply_log_.next()) {
    if (entry->tag == tag) return std::move(entry->packed);
    MCHECK_INVARIANT(entry->tag > ReplyTag::kAtEnd && entry->tag != ReplyTag::kFindings,
                     "replies come in the order of the calls");
    apply(*entry);
  }
  MCHECK_INVARIANT(
      child_exit_.in_program != kInEngine || child_exit_.hung || WIFSIGNALED(child_exit_.status),
      "the engine does not end in the middle of an execution");
  return std::nullopt;
}

Step IsolatedExecutor::child_exit_step() const {
  const auto failed = [](FailureKind kind, const std::string& message) {
    Step step;
    step.kind = Step::Kind::kFailed;
    step.failure = {.kind = kind, .message = message};
    return step;
  };
  if (child_exit_.hung) {
    return failed(FailureKind::kLimitPatience,
                  "no progress for too long (--patience), and the process did not "
                  "handle its timer's signals");
  }
  if (WIFEXITED(child_exit_.status)) {
    return failed(FailureKind::kExit, "the program ended the process with code " +
                                          std::to_string(WEXITSTATUS(child_exit_.status)));
  }
  if (child_exit_.in_program == kStackUsedUp) {
    return failed(FailureKind::kStackOverflow, "the thread's stack is used up");
  }
  const int number = WTERMSIG(child_exit_.status);
  const bool crashed = number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
                       number == SIGILL || number == SIGABRT || number == SIGTRAP ||
                       number == SIGSYS;
  return failed(crashed ? FailureKind::kCrash : FailureKind::kKilled,
                "the process was killed by signal " + std::to_string(number) + " (" +
                    strsignal(number) + ")");
}

void IsolatedExecutor::create(ThreadId child, const Operation& spawn) {
  if (in_child_) machine_.create(child, spawn);
}

const Step& IsolatedExecutor::resume(ThreadId thread, const Outcome& outcome) {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kStep);
    step_ = reply ? unpack_step(*reply) : child_exit_step();
    return step_;
  }
  const Step& step = machine_.resume(thread, outcome);
  reply_log_.write(ReplyTag::kStep, pack_step(step));
  return step;
}

void IsolatedExecutor::watch(ThreadId thread) {
  if (in_child_) machine_.watch(thread);
}

// The trial runs in another process, which need not restore anything.
bool IsolatedExecutor::loops_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kLoopsBack);
    return reply && reply->take<bool>();
  }
  reply_log_.skip_to_end();
  pid_t child = 0;
  if (fork_child(child)) {
    registration_log_->names_only(true);
    const int code = machine_.loops_back(thread, outcome, version) ? 1 : 0;
    for (;;) syscall(SYS_exit_group, code);
  }
  const ChildExit child_exit = wait_for_child(child);
  execution_->set_registration_listener(nullptr);
  while (std::optional<ReplyLog::Entry> entry = reply_log_.next()) apply(*entry);
  execution_->set_registration_listener(registration_log_.get());
  const bool back =
      !child_exit.hung && WIFEXITED(child_exit.status) && WEXITSTATUS(child_exit.status) == 1;
  reply_log_.write(ReplyTag::kLoopsBack, Packed().put(back));
  return back;
}

std::uint64_t IsolatedExecutor::local(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kLocal);
    return reply ? reply->take<std::uint64_t>() : 0;
  }
  const std::uint64_t local = machine_.local(thread);
  reply_log_.write(ReplyTag::kLocal, Packed().put(local));
  return local;
}

void IsolatedExecutor::track(ThreadId thread) {
  if (in_child_) machine_.track(thread);
}

// Before the fork of the process that does.
void IsolatedExecutor::note_undecided() { machine_.note_undecided(); }

bool IsolatedExecutor::examine(bool on) { return machine_.examine(on); }

std::optional<Failure> IsolatedExecutor::failure_at_end() {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kAtEnd);
    if (!reply) return child_exit_step().failure;
    Failure failure{.kind = reply->take<FailureKind>(), .thread = reply->take<ThreadId>()};
    failure.message = reply->take_text();
    return failure.message.empty() ? std::nullopt : std::optional(failure);
  }
  std::optional<Failure> failure = machine_.failure_at_end();
  const Failure reply = failure.value_or(Failure{});
  reply_log_.write(ReplyTag::kAtEnd,
                   Packed().put(reply.kind).put(reply.thread).put_text(reply.message));
  return failure;
}

Fingerprint IsolatedExecutor::shared_memory(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kSharedMemory);
    return reply ? reply->take<Fingerprint>() : Fingerprint{};
  }
  const Fingerprint shared_memory = machine_.shared_memory(thread);
  reply_log_.write(ReplyTag::kSharedMemory, Packed().put(shared_memory));
  return shared_memory;
}

std::uint64_t IsolatedExecutor::shared_memory_sum(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> reply = next_reply(ReplyTag::kSharedMemorySum);
    return reply ? reply->take<std::uint64_t>() : 0;
  }
  const std::uint64_t sum = machine_.shared_memory_sum(thread);
  reply_log_.write(ReplyTag::kSharedMemorySum, Packed().put(sum));
  return sum;
}

void Machine::set_watcher_flags(volatile std::uint32_t* in_program,
                                volatile std::uint64_t* heartbeat) {
  in_program_flag_ = in_program;
  set_heartbeat(heartbeat);
}

void Machine::set_watcher_flags_if_unset(volatile std::uint32_t* in_program,
                                         volatile std::uint64_t* heartbeat) {
  if (in_program_flag_ == nullptr) set_watcher_flags(in_program, heartbeat);
}

bool Machine::needs_isolation() const {
  return kernel_effect_ && isolated_ == nullptr && behaviour_.isolation == Isolation::kAutomatic;
}

}  // namespace mcheck
