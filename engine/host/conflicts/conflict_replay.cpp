// SPDX-License-Identifier: MIT
#include "engine/host/conflicts/conflict_replay.hpp"

#include "dpor/replay.hpp"
#include "engine/host/conflicts/conflict_pairs.hpp"
#include "engine/host/process/captured_output.hpp"
#include "engine/host/report/report_replay.hpp"
#include "engine/host/search/isolation.hpp"

namespace mcheck {
namespace {

std::string conflict_place(const CallSite& site) {
  return site.file.substr(site.file.rfind('/') + 1) + ":" + std::to_string(site.line) +
         (site.function.empty() ? "" : " in " + site.function);
}

const char* access_verb(const CallSite& site, bool past_tense) {
  if (site.frees) return past_tense ? "freed" : "frees";
  if (site.writes) return past_tense ? "wrote" : "writes";
  return past_tense ? "read" : "reads";
}

std::string side_text(const FoundSite& found, bool past_tense) {
  std::string text = access_verb(found.site, past_tense);
  if (!found.site.call.empty()) text += " in " + found.site.call;
  return found.site.file.empty() ? text : text + " at " + conflict_place(found.site);
}

FoundSite side_of(const Symbolizer& symbolizer, const Conflicts& conflicts,
                  const Conflict::Side& side, const std::vector<UserClass>& classes) {
  const auto places = symbolizer.all_locations(conflicts.frames(side.stack));
  FoundSite found = call_site_of(places, classes).value_or(FoundSite{});
  add_access(found.site, found, side.kind);
  return found;
}

// The id of the conflict with that hash, among those of this execution; 0: none.
std::uint32_t id_of(const Conflicts& conflicts, std::uint32_t hash) {
  Symbolizer symbolizer;
  for (const Conflict& conflict : conflicts.found()) {
    symbolizer.add(conflicts.frames(conflict.before.stack));
    symbolizer.add(conflicts.frames(conflict.now.stack));
  }
  symbolizer.resolve();
  for (const Conflict& conflict : conflicts.found()) {
    const auto before = symbolizer.all_locations(conflicts.frames(conflict.before.stack));
    const auto now = symbolizer.all_locations(conflicts.frames(conflict.now.stack));
    if (conflict_hash(before, now) == hash) return conflict.id;
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
  } while (must_restart(machine, execution));
  // Container writes are only known after the first run.
  widen_container_writes(*machine.conflicts());
  run();
  const std::uint32_t id = id_of(*machine.conflicts(), schedule.conflict);
  machine.conflicts()->stop_at(id);
  return id != 0;
}

std::string conflict_text(const Machine& machine, const Execution& execution,
                          const std::vector<UserClass>& named) {
  const Conflicts& conflicts = *machine.conflicts();
  const std::vector<UserClass> classes = with_annotated_methods(named, conflicts.annotated());
  const Conflict& conflict = *conflicts.reached();
  Symbolizer symbolizer;
  symbolizer.add(conflicts.frames(conflict.before.stack));
  symbolizer.add(conflicts.frames(conflict.now.stack));
  symbolizer.resolve();
  const std::string name = conflict_object(conflict, execution);
  return "conflict" + (name.empty() ? "" : " on `" + name + "`") + ": " +
         execution.thread_text(conflict.now.thread) + " " +
         side_text(side_of(symbolizer, conflicts, conflict.now, classes), false) + "; " +
         execution.thread_text(conflict.before.thread) + " " +
         side_text(side_of(symbolizer, conflicts, conflict.before, classes), true) +
         " before, and nothing orders them";
}

}  // namespace mcheck
