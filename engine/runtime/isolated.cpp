// SPDX-License-Identifier: MIT
#include "engine/runtime/isolated.hpp"

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
#include "engine/runtime/machine.hpp"
#include "engine/runtime/scribe.hpp"
#include "engine/runtime/signals.hpp"
#include "engine/trace/flight_record.hpp"

namespace mcheck {
namespace {

// The child notices a hang itself; after this much longer it is assumed to be unable to.
constexpr double kGraceSeconds = 3;
constexpr int kTurnMs = 100;
// If a process is killed from outside, the execution is tried again, this often; then the program
// is blamed.
constexpr int kMostTries = 3;

int descriptor_of(pid_t process) { return static_cast<int>(syscall(SYS_pidfd_open, process, 0)); }

Packed pack_step(const Step& step) {
  const auto& [kind, operation, failure, may_spin, came_back, polling, tracked, counted_by,
               ends_process] = step;
  (void)counted_by;  // isolated executions explore counting loops iteration by iteration
  Packed packed;
  packed.put(kind).put(operation).put(failure.kind).put(failure.thread).put_text(failure.message);
  packed.put(may_spin).put(came_back).put(polling).put(tracked).put(ends_process);
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
  step.came_back = packed.take<bool>();
  step.polling = packed.take<Polling>();
  step.tracked = packed.take<bool>();
  step.ends_process = packed.take<bool>();
  return step;
}

}  // namespace

Isolated::Isolated(Machine& machine)
    : machine_(machine), scribe_(std::make_unique<Scribe>(journal_)) {
  machine.set_watcher_flags_if_unset(journal_.in_program(), journal_.heartbeat());
}

Isolated::~Isolated() = default;

// Returns true in the child.
bool Isolated::fork_here(pid_t& child) {
  const pid_t parent = getpid();
  std::fflush(stdout);
  child = fork();
  MCHECK_INVARIANT(child >= 0, "the system lets a process fork");
  if (child > 0) return false;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) leave();
  watch_time_again();
  return true;
}

void Isolated::begin(Execution& execution) {
  if (in_child_) leave();  // what begins now is another execution
  end();
  execution_ = &execution;
  machine_.clear_places();
  for (int tries = 0; tries < kMostTries; ++tries) {
    journal_.clear();
    pid_t child = 0;
    if (fork_here(child)) {
      in_child_ = true;
      machine_.keep_journal(&journal_);
      execution.tell(scribe_.get());
      machine_.begin(execution);
      return;
    }
    death_ = await(child);
    if (!was_killed_from_outside()) break;
  }
  in_doubt_ = true;
}

bool Isolated::was_killed_from_outside() const {
  return !death_.hung && WIFSIGNALED(death_.status) && WTERMSIG(death_.status) == SIGKILL;
}

void Isolated::end() {
  if (in_child_) {
    machine_.end();
    journal_.write(JournalTag::kSeen, machine_.pack_seen());
    leave();
  }
  if (!in_doubt_) return;
  in_doubt_ = false;
  while (std::optional<Journal::Entry> entry = journal_.next()) machine_.learn(*entry);
}

void Isolated::leave() {
  fflush_unlocked(stdout);  // a suspended thread of the program may hold its lock
  for (;;) syscall(SYS_exit_group, 0);
}

Isolated::Death Isolated::await(pid_t child) {
  Death death;
  pollfd watched{descriptor_of(child), POLLIN, 0};
  const double patience = machine_.behaviour().patience;
  std::size_t written = 0;
  std::uint64_t beats = 0;
  for (double quiet = 0; watched.fd >= 0;) {
    const int ready = poll(&watched, 1, kTurnMs);
    if (ready > 0) break;
    if (ready < 0) continue;  // our own timer has ticked
    const bool moved = journal_.written() != written || heartbeats() != beats;
    quiet = moved ? 0 : quiet + kTurnMs / 1000.0;
    written = journal_.written();
    beats = heartbeats();
    if (patience <= 0 || quiet < patience + kGraceSeconds) continue;
    death.hung = true;
    kill(child, SIGKILL);
    break;
  }
  if (watched.fd >= 0) close(watched.fd);
  while (waitpid(child, &death.status, 0) < 0 && errno == EINTR) {
  }
  death.in_program = machine_.end_in_program();
  return death;
}

void Isolated::apply(Journal::Entry& entry) {
  if (!register_again(entry, *execution_, machine_)) machine_.learn(entry);
}

// The next reply; none: the process died before it replied.
std::optional<Packed> Isolated::answer(JournalTag tag) {
  while (std::optional<Journal::Entry> entry = journal_.next()) {
    if (entry->tag == tag) return std::move(entry->packed);
    MCHECK_INVARIANT(entry->tag > JournalTag::kAtEnd && entry->tag != JournalTag::kSeen,
                     "an execution is told as it was run");
    apply(*entry);
  }
  MCHECK_INVARIANT(death_.in_program != kInEngine || death_.hung || WIFSIGNALED(death_.status),
                   "the engine does not end in the middle of an execution");
  return std::nullopt;
}

Step Isolated::death_step() const {
  const auto failed = [](FailureKind kind, const std::string& message) {
    Step step;
    step.kind = Step::Kind::kFailed;
    step.failure = {.kind = kind, .message = message};
    return step;
  };
  if (death_.hung) {
    return failed(FailureKind::kLimitPatience,
                  "nothing moved for too long (--patience), not even the clock's signals");
  }
  if (WIFEXITED(death_.status)) {
    return failed(FailureKind::kExit, "the program ended the process with code " +
                                          std::to_string(WEXITSTATUS(death_.status)));
  }
  if (death_.in_program == kStackUsedUp) {
    return failed(FailureKind::kStackOverflow, "the thread's stack is used up");
  }
  const int number = WTERMSIG(death_.status);
  const bool crashed = number == SIGSEGV || number == SIGBUS || number == SIGFPE ||
                       number == SIGILL || number == SIGABRT || number == SIGTRAP ||
                       number == SIGSYS;
  return failed(crashed ? FailureKind::kCrash : FailureKind::kKilled,
                "the process was killed by signal " + std::to_string(number) + " (" +
                    strsignal(number) + ")");
}

void Isolated::create(ThreadId child, const Operation& spawn) {
  if (in_child_) machine_.create(child, spawn);
}

const Step& Isolated::resume(ThreadId thread, const Outcome& outcome) {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kStep);
    step_ = told ? unpack_step(*told) : death_step();
    return step_;
  }
  const Step& step = machine_.resume(thread, outcome);
  journal_.write(JournalTag::kStep, pack_step(step));
  return step;
}

void Isolated::watch(ThreadId thread) {
  if (in_child_) machine_.watch(thread);
}

// The trial runs in another process, which need not restore anything.
bool Isolated::leads_back(ThreadId thread, const Outcome& outcome, std::uint32_t version) {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kLedBack);
    return told && told->take<bool>();
  }
  journal_.skip_to_end();
  pid_t child = 0;
  if (fork_here(child)) {
    scribe_->names_only(true);
    const int code = machine_.leads_back(thread, outcome, version) ? 1 : 0;
    for (;;) syscall(SYS_exit_group, code);
  }
  const Death death = await(child);
  execution_->tell(nullptr);
  while (std::optional<Journal::Entry> entry = journal_.next()) apply(*entry);
  execution_->tell(scribe_.get());
  const bool back = !death.hung && WIFEXITED(death.status) && WEXITSTATUS(death.status) == 1;
  journal_.write(JournalTag::kLedBack, Packed().put(back));
  return back;
}

std::uint64_t Isolated::local(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kLocal);
    return told ? told->take<std::uint64_t>() : 0;
  }
  const std::uint64_t local = machine_.local(thread);
  journal_.write(JournalTag::kLocal, Packed().put(local));
  return local;
}

void Isolated::track(ThreadId thread) {
  if (in_child_) machine_.track(thread);
}

// Before the fork of the process that does.
bool Isolated::examine(bool on) { return machine_.examine(on); }

std::optional<Failure> Isolated::at_end() {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kAtEnd);
    if (!told) return death_step().failure;
    Failure failure{.kind = told->take<FailureKind>(), .thread = told->take<ThreadId>()};
    failure.message = told->take_text();
    return failure.message.empty() ? std::nullopt : std::optional(failure);
  }
  std::optional<Failure> failure = machine_.at_end();
  const Failure told = failure.value_or(Failure{});
  journal_.write(JournalTag::kAtEnd,
                 Packed().put(told.kind).put(told.thread).put_text(told.message));
  return failure;
}

Fingerprint Isolated::outside(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kOutside);
    return told ? told->take<Fingerprint>() : Fingerprint{};
  }
  const Fingerprint outside = machine_.outside(thread);
  journal_.write(JournalTag::kOutside, Packed().put(outside));
  return outside;
}

std::uint64_t Isolated::outside_sum(ThreadId thread) {
  if (!in_child_) {
    std::optional<Packed> told = answer(JournalTag::kOutsideSum);
    return told ? told->take<std::uint64_t>() : 0;
  }
  const std::uint64_t sum = machine_.outside_sum(thread);
  journal_.write(JournalTag::kOutsideSum, Packed().put(sum));
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

bool Machine::wants_isolation() const {
  return kernel_touch_ && isolated_ == nullptr && behaviour_.isolation == Isolation::kAutomatic;
}

}  // namespace mcheck
