// SPDX-License-Identifier: MIT
#include "programs/mcheck/conflicts/conflict_report.hpp"

#include <map>

#include "programs/mcheck/cli/program_abi.hpp"
#include "visualize/exchange/sarif.hpp"
#include "visualize/model/wording.hpp"

namespace mcheck::command {
namespace {

constexpr const char* kRule = "MC027";

std::string site_text(const CallSite& site) {
  return site.file.substr(site.file.rfind('/') + 1) + ":" + std::to_string(site.line);
}

std::string access_verb(const CallSite& site) {
  if (site.frees) return "frees";
  if (site.reads && site.writes) return "reads and writes";
  return site.writes ? "writes" : "reads";
}

std::string access_text(const CallSite& site) {
  std::string text = (site.function.empty() ? "it" : site.function) + " " + access_verb(site);
  return site.call.empty() ? text : text + " in " + site.call;
}

Json sarif_location(const CallSite& site) {
  Json physical = Json::object();
  physical.set("artifactLocation", sarif_artifact(site.file));
  if (site.line > 0) physical.set("region", Json::object().set("startLine", site.line));
  Json location = Json::object();
  location.set("physicalLocation", std::move(physical));
  location.set("message", Json::object().set("text", access_text(site)));
  if (site.function.empty()) return location;
  Json logical = Json::array();
  logical.add(Json::object().set("fullyQualifiedName", site.function).set("kind", "function"));
  return location.set("logicalLocations", std::move(logical));
}

// Stays the same if lines move: accesses, files and functions.
std::string conflict_identity(const ConflictList& list, const ConflictPair& pair) {
  const auto part = [](const CallSite& site) {
    return site.file.substr(site.file.rfind('/') + 1) + " " + access_text(site);
  };
  return list.program + " " + list.test + ": " + part(pair.first) + ", " + part(pair.second) +
         (pair.object.empty() ? "" : " on " + pair.object);
}

// `occurrence` numbers pairs that differ only in their lines, in the order of lines.
Json sarif_result(const ConflictList& list, const ConflictPair& pair, int occurrence) {
  Json result = Json::object();
  result.set("ruleId", kRule).set("ruleIndex", 0).set("level", "error");
  result.set("message",
             Json::object().set("text", description_of(pair) + ", and nothing orders them"));
  result.set("locations", Json::array().add(sarif_location(pair.first)));
  Json second = sarif_location(pair.second);
  second.set("id", 1);
  result.set("relatedLocations", Json::array().add(std::move(second)));
  result.set(
      "partialFingerprints",
      Json::object().set("pair/v2", conflict_identity(list, pair) +
                                        (occurrence > 1 ? " #" + std::to_string(occurrence) : "")));
  return result.set("properties", Json::object()
                                      .set("test", list.test)
                                      .set("schedule", pair.schedule)
                                      .set("object", pair.object));
}

}  // namespace

std::string description_of(const ConflictPair& pair) {
  const std::string object = pair.object.empty() ? "" : " (`" + pair.object + "`)";
  return access_text(pair.first) + ", " + access_text(pair.second) + object;
}

std::string conflict_text(const ConflictList& list, const ConflictStyle& style) {
  std::string text;
  for (const ConflictPair& pair : list.pairs) {
    text += "conflict: " + site_text(pair.first) + " and " + site_text(pair.second) + ": " +
            description_of(pair) + "\n";
    if (!style.brief) {
      text += "  replay  mcheck replay " + shell_word(style.program) + " " + pair.schedule +
              (style.config.empty() ? "" : " --config " + shell_word(style.config)) + "\n";
    }
  }
  std::string words;
  for (const std::string& word : list.arguments) words += " " + shell_word(word);
  text += (list.pairs.empty() ? std::string("no pair") : counted(list.pairs.size(), "pair")) +
          " in test " + list.test + " of " + shell_word(style.program) +
          (words.empty() ? "" : " --" + words) + ": " + counted(list.executions, "execution") +
          ", " + seconds_text(list.seconds) +
          (list.complete ? "; all schedules were run, of all code with hooks" : "") + "\n";
  if (style.brief) return text;
  for (const std::string& remark : list.remarks) text += "  " + remark + "\n";
  return text;
}

std::string pair_lines(const ConflictList& list) {
  std::string lines;
  for (const ConflictPair& pair : list.pairs) {
    lines += pair.first.file + ":" + std::to_string(pair.first.line) + "\t" + pair.second.file +
             ":" + std::to_string(pair.second.line) + "\t" + description_of(pair) + "\t" +
             pair.schedule + "\n";
  }
  return lines;
}

Json conflict_json(const std::vector<ConflictList>& lists) {
  Json tests = Json::array();
  for (const ConflictList& list : lists) tests.add(to_json(list));
  return Json::object().set("format", "mcheck-conflicts-1").set("tests", std::move(tests));
}

Json conflict_sarif(const std::vector<ConflictList>& lists) {
  Json results = Json::array();
  std::map<std::string, int> occurrences;
  for (const ConflictList& list : lists) {
    for (const ConflictPair& pair : list.pairs) {
      results.add(sarif_result(list, pair, ++occurrences[conflict_identity(list, pair)]));
    }
  }
  Json rule = Json::object();
  rule.set("id", kRule).set("name", "Conflict");
  rule.set("shortDescription",
           Json::object().set("text", "Two threads use one thread-unsafe thing at the same time"));
  Json driver = Json::object();
  driver.set("name", "mcheck").set("version", kVersion);
  driver.set("rules", Json::array().add(std::move(rule)));
  Json run = Json::object();
  run.set("tool", Json::object().set("driver", std::move(driver)));
  run.set("results", std::move(results));
  Json sarif = Json::object();
  sarif.set("$schema", "https://json.schemastore.org/sarif-2.1.0.json").set("version", "2.1.0");
  return sarif.set("runs", Json::array().add(std::move(run)));
}

}  // namespace mcheck::command
