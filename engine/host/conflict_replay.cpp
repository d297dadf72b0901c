// SPDX-License-Identifier: MIT
#include "engine/host/conflict_replay.hpp"

#include "dpor/replay.hpp"
#include "engine/host/conflict_pairs.hpp"
#include "engine/host/isolation.hpp"
#include "engine/host/output.hpp"
#include "engine/host/retelling.hpp"

namespace mcheck {
namespace {

std::string conflict_place(const CallSite& site) {
  return site.file.substr(site.file.rfind('/') + 1) + ":" + std::to_string(site.line) +
         (site.function.empty() ? "" : " in " + site.function);
}

const char* deed(const CallSite& site, bool past) {
  if (site.frees) return past ? "freed" : "frees";
  if (site.writes) return past ? "wrote" : "writes";
  return past ? "read" : "reads";
}

std::string side_text(const FoundSite& found, bool past) {
  std::string text = deed(found.site, past);
  if (!found.site.call.empty()) text += " in " + found.site.call;
  return found.site.file.empty() ? text : text + " at " + conflict_place(found.site);
}

FoundSite side_of(const Symbols& symbols, const Conflicts& conflicts, const Meeting::Side& side,
                  const std::vector<UserClass>& classes) {
  const auto places = symbols.all_places(conflicts.frames(side.stack));
  FoundSite found = call_site_of(places, classes).value_or(FoundSite{});
  add_kind(found.site, found, side.kind);
  return found;
}

// The id of the conflict with that hash, among those of this execution; 0: none.
std::uint32_t id_of(const Conflicts& conflicts, std::uint32_t number) {
  Symbols symbols;
  for (const Meeting& meeting : conflicts.found()) {
    symbols.want(conflicts.frames(meeting.before.stack));
    symbols.want(conflicts.frames(meeting.now.stack));
  }
  symbols.look_up();
  for (const Meeting& meeting : conflicts.found()) {
    const auto before = symbols.all_places(conflicts.frames(meeting.before.stack));
    const auto now = symbols.all_places(conflicts.frames(meeting.now.stack));
    if (number_of(before, now) == number) return meeting.id;
  }
  return 0;
}

}  // namespace

bool find_conflict(Machine& machine, Execution& execution, const options& how,
                   const Schedule& schedule) {
  const CapturedOutput output(machine);
  const auto run = [&] {
    Replay strategy(schedule.chosen);
    (void)run_once(machine, execution, strategy, how, {}, nullptr);
  };
  do {
    run();
  } while (begins_again(machine));
  // Container writes are only known after the first run.
  learn_objects(*machine.conflicts());
  run();
  const std::uint32_t id = id_of(*machine.conflicts(), schedule.conflict);
  machine.conflicts()->wait_for(id);
  return id != 0;
}

std::string conflict_text(const Machine& machine, const Execution& execution,
                          const std::vector<UserClass>& named) {
  const Conflicts& conflicts = *machine.conflicts();
  const std::vector<UserClass> classes = with_marked(named, conflicts.marked());
  const Meeting& meeting = *conflicts.reached();
  Symbols symbols;
  symbols.want(conflicts.frames(meeting.before.stack));
  symbols.want(conflicts.frames(meeting.now.stack));
  symbols.look_up();
  const std::string name = object_of(meeting, execution);
  return "conflict" + (name.empty() ? "" : " on `" + name + "`") + ": " +
         execution.thread_text(meeting.now.thread) + " " +
         side_text(side_of(symbols, conflicts, meeting.now, classes), false) + "; " +
         execution.thread_text(meeting.before.thread) + " " +
         side_text(side_of(symbols, conflicts, meeting.before, classes), true) +
         " before, and nothing orders them";
}

}  // namespace mcheck
