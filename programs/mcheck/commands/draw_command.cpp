// SPDX-License-Identifier: MIT
#include "programs/mcheck/commands/draw_command.hpp"

#include <algorithm>
#include <iostream>
#include <variant>

#include "programs/mcheck/cli/diagnostic.hpp"
#include "programs/mcheck/results/report.hpp"
#include "programs/mcheck/results/result_file.hpp"
#include "programs/mcheck/search/program_client.hpp"
#include "programs/mcheck/supervise/program_check.hpp"
#include "visualize/model/source_texts.hpp"
#include "visualize/model/wording.hpp"
#include "visualize/page/drawing.hpp"
#include "visualize/page/html_page.hpp"

namespace mcheck::command {
namespace {

Result replayed(const Invocation& invocation) {
  check_program(invocation.program);
  return replay(invocation, query_program(invocation));
}

// The named test, or else the first test that failed.
Result result_in_file(const Invocation& invocation) {
  std::vector<Result> results = read_results(invocation.program);
  if (invocation.test) {
    const auto named = std::ranges::find(results, *invocation.test, &Result::test);
    if (named != results.end()) return *named;
    std::vector<std::string> known;
    for (const Result& result : results) known.push_back(result.test);
    throw UsageError{
        diagnostic("'" + invocation.program + "' has no test '" + *invocation.test + "'",
                   {{"known", listed(known)}})};
  }
  const auto failed =
      std::ranges::find_if(results, [](const Result& result) { return !result.failures.empty(); });
  return failed != results.end() ? *failed : results.empty() ? Result{} : results.front();
}

// The named test, or else all tests of the file.
std::vector<Result> results_for_page(const Invocation& invocation) {
  if (!invocation.schedule.empty()) return {replayed(invocation)};
  if (invocation.test) return {result_in_file(invocation)};
  return read_results(invocation.program);
}

std::string page_of(const Invocation& invocation) {
  const std::vector<Result> results = results_for_page(invocation);
  const bool from_file = invocation.schedule.empty();
  const ReportStyle style{
      .program = from_file && !results.empty() ? results.front().program : invocation.program,
      .suppressions = invocation.suppressions,
      .schedule = invocation.search.schedule_file,
      .replayed = !from_file};
  return html_page(results, style, source_texts(results, invocation.program));
}

void write_picture(const std::string& path, const std::string& bytes, const std::string& label) {
  const std::string error = write_file(path, bytes);
  if (!error.empty()) {
    throw UsageError{
        diagnostic("cannot write '" + path + "': " + error, {{"try", "-o with another path"}})};
  }
  std::cout << label << shell_word(path) << "\n" << std::flush;
}

}  // namespace

int run_draw(const Invocation& invocation) {
  if (!invocation.html.empty()) {
    write_picture(invocation.html, page_of(invocation), "page:     ");
    return 0;
  }
  const bool from_file = invocation.schedule.empty();
  const Result result = from_file ? result_in_file(invocation) : replayed(invocation);
  const auto picture = draw(result, {.what = invocation.what,
                                     .format = *picture_format(invocation.draw),
                                     .failure = invocation.failure,
                                     .full = invocation.full});
  const std::string title = "cannot draw '" + invocation.program + "': ";
  if (const auto* error = std::get_if<std::string>(&picture)) {
    throw UsageError{diagnostic(
        title + *error,
        {{"known", "--what execution, waits, search, twins"}, {"try", "mcheck draw --help"}})};
  }
  write_picture(invocation.draw, std::get<Picture>(picture).bytes, "picture:  ");
  return 0;
}

}  // namespace mcheck::command
