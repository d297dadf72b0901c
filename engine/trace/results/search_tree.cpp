// SPDX-License-Identifier: MIT
#include "engine/trace/results/search_tree.hpp"

#include "engine/trace/results/json_parts.hpp"

namespace mcheck {
namespace {

Json to_json(const TreeStatistics& statistics) {
  Json json = Json::object();
  json.set("executions", statistics.executions).set("failed", statistics.failed);
  json.set("first_failed", statistics.first_failed);
  json.set("least_choices", statistics.least_choices).set("most_choices", statistics.most_choices);
  return json.set("choices", statistics.choices).set("ways", statistics.alternatives);
}

TreeStatistics statistics_from_json(const Json& json) {
  return {.executions = json["executions"].natural(),
          .failed = json["failed"].natural(),
          .first_failed = json["first_failed"].natural(),
          .least_choices = json["least_choices"].natural(),
          .most_choices = json["most_choices"].natural(),
          .choices = json["choices"].natural(),
          .alternatives = json["ways"].natural()};
}

}  // namespace

Json to_json(const SearchTree& tree) {
  Json json = Json::object();
  json.set("nodes", list_of(tree.nodes, [](const TreeNode& node) {
             Json each = Json::object();
             each.set("parent", or_null(node.parent)).set("thread", node.thread);
             each.set("step", node.step).set("ways", static_cast<std::uint64_t>(node.alternatives));
             return each.set("end", node.end);
           }));
  json.set("statistics", to_json(tree.statistics));
  return json.set("left_out", tree.left_out).set("complete", tree.complete);
}

SearchTree search_tree_from_json(const Json& json) {
  SearchTree tree;
  tree.nodes = read_list(json["nodes"], [](const Json& each) {
    return TreeNode{.parent = int_or_none(each["parent"]),
                    .thread = each["thread"].text(),
                    .step = each["step"].text(),
                    .alternatives = static_cast<std::uint32_t>(each["ways"].natural()),
                    .end = each["end"].text()};
  });
  if (json["statistics"].is_object()) tree.statistics = statistics_from_json(json["statistics"]);
  tree.left_out = json["left_out"].natural();
  tree.complete = json["complete"].boolean();
  return tree;
}

}  // namespace mcheck
