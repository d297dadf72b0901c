// SPDX-License-Identifier: MIT
#include "programs/mcheck/supervise/request.hpp"

#include <utility>

#include "programs/mcheck/cli/program_abi.hpp"

namespace mcheck::command {
namespace {

const char* name_of(reusing how) {
  switch (how) {
    case reusing::automatic: return "auto";
    case reusing::later: return "later";
    case reusing::choice: return "choice";
  }
  return "auto";
}

const char* name_of(isolation how) {
  switch (how) {
    case isolation::automatic: return "automatic";
    case isolation::fork: return "fork";
    case isolation::none: return "none";
  }
  return "automatic";
}

const char* name_of(guarantee progress) {
  switch (progress) {
    case guarantee::none: return "none";
    case guarantee::obstruction_free: return "obstruction-free";
    case guarantee::lock_free: return "lock-free";
  }
  return "none";
}

const char* name_of(backtracking how) {
  switch (how) {
    case backtracking::automatic: return "automatic";
    case backtracking::restore: return "restore";
    case backtracking::rerun: return "rerun";
  }
  return "automatic";
}

const char* name_of(quantifier wanted) {
  switch (wanted) {
    case quantifier::for_all: return "for_all";
    case quantifier::for_some: return "for_some";
    case quantifier::exactly_one: return "exactly_one";
  }
  return "for_all";
}

Json options_json(const options& search, bool final_states) {
  Json json = Json::object();
  json.set("strategy", search.strategy).set("bound", search.bound);
  json.set("bound_from", search.bound_from);
  json.set("executions", search.executions).set("seconds", search.seconds);
  json.set("steps", search.steps).set("stop_after", search.stop_after);
  json.set("fail_at_steps", search.fail_at_steps).set("allow_endless", search.allow_endless);
  json.set("seed", search.seed).set("depth", search.depth);
  json.set("spurious", search.spurious);
  json.set("timeouts", search.timeouts).set("backtrack", name_of(search.backtrack));
  json.set("minimise", search.minimise);
  json.set("patience", search.patience).set("isolate", name_of(search.isolate));
  json.set("any_exit_status", search.any_exit_status);
  json.set("plain_points", search.plain_points).set("ignore_races", search.ignore_races);
  if (!search.suppressions.empty()) json.set("suppressions", search.suppressions);
  if (!search.schedule.empty())
    json.set("schedule", search.schedule).set("schedule_file", search.schedule_file);
  if (search.quantifier != quantifier::for_all) json.set("quantifier", name_of(search.quantifier));
  if (search.order_by_sleeps) json.set("order_by_sleeps", true);
  json.set("progress", name_of(search.progress));
  json.set("ignore_leaks", search.ignore_leaks).set("reuse", name_of(search.reuse));
  if (!search.symmetry) json.set("symmetry", false);
  if (!search.linearizable) json.set("linearizable", false);
  if (search.linearizable_waits) json.set("linearizable_waits", true);
  if (search.condition != consistency::linearizable) {
    json.set("consistency",
             search.condition == consistency::sequential ? "sequential" : "quiescent");
  }
  json.set("strict_misuse", search.strict_misuse);
  json.set("memory", command::name_of(search.memory));
  if (!search.orders.empty()) json.set("orders", search.orders);
  if (search.list_orders) json.set("list_orders", true);
  json.set("nondet_from", search.nondet_from).set("nondet_to", search.nondet_to);
  if (search.reuse_size_classes != 0) json.set("reuse_rooms", search.reuse_size_classes);
  if (final_states) json.set("final_states", true);
  return json;
}

}  // namespace

const char* name_of(memory_model model) {
  switch (model) {
    case memory_model::automatic: return "auto";
    case memory_model::sc: return "sc";
    case memory_model::rc11: return "rc11";
  }
  return "auto";
}

Json to_json(const Request& request) {
  Json json = Json::object();
  json.set("protocol", kProtocol).set("command", request.command).set("test", request.test);
  json.set("arguments", Json::of(request.arguments));
  if (!request.schedule.empty()) json.set("schedule", request.schedule);
  if (!request.classes.empty()) json.set("classes", mcheck::to_json(request.classes));
  if (request.stop_at) json.set("stop_at", static_cast<std::uint64_t>(*request.stop_at));
  if (request.more) json.set("more", true);
  if (request.shared) {
    json.set("shared", Json::object()
                           .set("from_the_start", request.shared->whole_search)
                           .set("executions", request.shared->executions));
  }
  Json how = options_json(request.search, request.final_states);
  if (request.tree) how.set("tree", true);
  if (request.search_from_test) how.set("own_search", true);
  if (request.beside_another) how.set("beside_another", true);
  return json.set("options", std::move(how));
}

}  // namespace mcheck::command
