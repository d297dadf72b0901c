// SPDX-License-Identifier: MIT
// What a verdict rests on: what the search could not check, and why it cannot verify.
#include "engine/runtime/machine.hpp"
#include "engine/world/allocation.hpp"

namespace mcheck {

// Where it was done is found out once: it takes microseconds.
void Machine::meet_defined_misuse(std::string_view message) {
  if (behaviour_.strict_misuse) end_with(Step::Kind::kFailed, FailureKind::kMisuse, message);
  if (findings_.knows(message)) return;
  tell_repeats();
  const OutsideWorld engine_at_work;
  findings_.add({.message = std::string(message),
                 .thread = execution_->thread_text(thread_),
                 .from = backtrace_here()});
}

std::string Machine::unordered() const {
  if (const std::string unseen = unseen_reads(); !unseen.empty()) return unseen;
  if (!findings_.not_understood.empty()) {
    return "a thread came to inline assembly that mcheck does not understand: " +
           findings_.not_understood;
  }
  if (counted_.exits_differ) {
    return "a loop counts its turns, and what it does when it ends depends on the count: not every "
           "turn at which it may end was explored, but with fewer than 1,000 turns all are";
  }
  if (!accesses_ || !behaviour_.ignore_races) return "";
  if (!behaviour_.plain_points) {
    return "data races are ignored, and threads do not change at plain accesses: --points all, or "
           "--races report";
  }
  if (!findings_.unordered && !accesses_->unordered()) return "";
  return "data races are ignored, and some are of atomics with plain accesses, of accesses that "
         "are "
         "not to eight aligned bytes at once, or of memory that is given back: not all their "
         "orders "
         "are explored";
}

std::vector<std::string> Machine::assumptions() const {
  std::vector<std::string> list = {"memory is sequentially consistent"};
  if (unmodified()) {
    list.push_back("all code that shares memory was compiled with -fsanitize=thread");
    if (unseen_writes_.gave_up() && !unseen_writes_.judges()) {
      list.push_back(
          "steps after the first 512 MB of compared memory write nothing without a hook");
    }
    constexpr std::uint64_t kAtomics = std::uint64_t{1} << static_cast<unsigned>(Kind::kLoad) |
                                       std::uint64_t{1} << static_cast<unsigned>(Kind::kStore) |
                                       std::uint64_t{1} << static_cast<unsigned>(Kind::kFetch) |
                                       std::uint64_t{1}
                                           << static_cast<unsigned>(Kind::kCompareExchange);
    const bool atomics = (kinds_seen_ & kAtomics) != 0;
    if (atomics) list.push_back("atomics that share bytes have one size and one place");
  } else if (!accesses_ || accesses_->is_only_data()) {
    list.push_back("threads share plain data in mcheck::shared<T> only");
  }
  const auto count = std::to_string(behaviour_.spurious);
  if (spurious_wanted_ && behaviour_.spurious == 0) {
    list.push_back("no wait, try_lock or weak compare_exchange fails for no reason (--spurious 1)");
  } else if (spurious_wanted_) {
    list.push_back("failures for no reason: at most " + count + " for each thread (--spurious)");
  }
  constexpr std::uint64_t kPlain = std::uint64_t{1} << static_cast<unsigned>(Kind::kRead) |
                                   std::uint64_t{1} << static_cast<unsigned>(Kind::kWrite);
  if (behaviour_.ignore_races && (accesses_ || (kinds_seen_ & kPlain) != 0)) {
    list.push_back("data races do no harm but by the order of accesses (--races ignore)");
  }
  if (!counted_.sites.empty()) {
    list.push_back("a loop that counts its turns does the same at whichever it ends");
  }
  if (timeout_wanted_ && !behaviour_.timeouts) list.push_back("no timed operation times out");
  if (reuse_signs_.could_be() && behaviour_.learn_reuse && !wants_reuse()) {
    list.push_back("addresses of freed memory decide nothing but in atomics (--reuse choice)");
  } else if (reuse_signs_.could_be()) {
    list.push_back("freed memory is not had again at once (--reuse choice)");
  }
  if (reuse_signs_.of_large()) {
    list.push_back("freed blocks of more than 1,024 bytes are not had again at once");
  }
  return list;
}

}  // namespace mcheck
