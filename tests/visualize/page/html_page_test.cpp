// SPDX-License-Identifier: MIT
#include "visualize/page/html_page.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "tests/visualize/page/html_samples.hpp"
#include "tests/visualize/support/samples.hpp"

namespace mcheck::html_page_test {
namespace {

namespace fs = std::filesystem;

std::string page_of(FailureReport failure) {
  const std::vector results = {samples::result_with(std::move(failure))};
  return html_page(results, {.program = "./my prog"}, source_texts(results, ""));
}

std::size_t count_of(const std::string& what, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++count;
  }
  return count;
}

// A folder with `lines` numbered lines in src/long.cpp, and a program in build/bin.
class Project {
 public:
  explicit Project(int lines) {
    std::string name = fs::temp_directory_path() / "mcheck_project_XXXXXX";
    root_ = mkdtemp(name.data());
    fs::create_directories(root_ / "src");
    fs::create_directories(root_ / "build/bin");
    std::ofstream(program()) << "a program";
    std::ofstream source(root_ / "src/long.cpp");
    for (int i = 1; i <= lines; ++i) source << "line " << i << "\n";
    source.close();
    set_age(std::chrono::hours(1));
  }
  ~Project() { fs::remove_all(root_); }
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  void set_age(std::chrono::hours age) const {
    fs::last_write_time(root_ / "src/long.cpp", fs::file_time_type::clock::now() - age);
  }
  [[nodiscard]] std::string program() const { return root_ / "build/bin/prog"; }

 private:
  fs::path root_;
};

std::vector<Result> results_naming(const std::string& file, const std::vector<int>& lines) {
  FailureReport failure;
  for (const int line : lines) {
    TraceStep step;
    step.thread = "main";
    step.file = file;
    step.line = line;
    failure.trace.push_back(step);
  }
  return {samples::result_with(failure)};
}

TEST_CASE("a page is one file that names no other") {
  const std::string page = page_of(samples::detailed_lost_update("a.cpp"));
  CHECK(count_of("http://", page) == count_of("http://www.w3.org/2000/svg", page));
  for (const char* what :
       {"https://", "src=", "@import", "url(", " href=\"h", "innerHTML", "eval("}) {
    CAPTURE(what);
    const std::size_t own = std::string(what) == "url(" ? 1 : 0;  // an arrow's head, in the page
    CHECK(count_of(what, page) == own);
  }
  CHECK(count_of("default-src 'none'", page) == 1);
}

TEST_CASE("no name can end a page's data or begin an element") {
  const std::string page = page_of(samples::detailed_hostile());
  CHECK(count_of("<script", page) == 2);
  CHECK(count_of("</script", page) == 2);
  CHECK(count_of("<!--", page) == 2);  // the template's own
  CHECK(count_of("\xe2\x80\xa8", page) == 0);
  CHECK(count_of("pwned", page) > 0);
  Result result = samples::result_with(samples::detailed_hostile());
  result.program = "</title><script>@data@@script@";
  const std::string titled = html_page({result}, {.program = result.program}, {});
  CHECK(count_of("<script", titled) == 2);
  CHECK(count_of("@data@", titled) > 0);  // inserted text is not scanned again
}

TEST_CASE("JSON for a script element means the same as plain JSON") {
  const Json json = Json::object().set("</script>&<!--", "a\xe2\x80\xa8\xe2\x80\xa9 ü \\ \" \n");
  const std::string text = json_for_html(json);
  CHECK(text.find_first_of("<>&") == std::string::npos);
  CHECK(std::get<Json>(Json::parse(text)).dump() == json.dump());
}

TEST_CASE("a source is found from the folders around the program, whatever the name begins with") {
  const Project project(20);
  for (const char* file :
       {"src/long.cpp", "../src/long.cpp", "../../src/long.cpp", "./src/long.cpp"}) {
    CAPTURE(file);
    const auto texts = source_texts(results_naming(file, {3}), project.program());
    REQUIRE(texts.size() == 1);
    CHECK(texts[0].file == file);
    CHECK_FALSE(texts[0].newer);
    REQUIRE(texts[0].parts.size() == 1);
    CHECK(texts[0].parts[0].lines.size() == 20);
    CHECK(texts[0].parts[0].lines[2] == "line 3");
  }
}

TEST_CASE("a file that cannot be read is left out") {
  const Project project(20);
  for (const char* file : {"src/none.cpp", "src", "/dev/zero", "/no/such.cpp", ""}) {
    CAPTURE(file);
    CHECK(source_texts(results_naming(file, {3}), project.program()).empty());
  }
  CHECK(source_texts(results_naming("src/long.cpp", {3}), "/no/such/program").empty());
}

TEST_CASE("a long source is reduced to the parts around the named lines") {
  const Project project(2000);
  const auto texts =
      source_texts(results_naming("src/long.cpp", {100, 130, 1990, 5000}), project.program());
  REQUIRE(texts.size() == 1);
  const auto& parts = texts[0].parts;
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].first == 60);
  CHECK(parts[0].lines.front() == "line 60");
  CHECK(parts[0].lines.back() == "line 170");  // the context of both lines, each line once
  CHECK(parts[0].lines.size() == 111);
  CHECK(parts[1].first == 1950);
  CHECK(parts[1].lines.back() == "line 2000");
}

TEST_CASE("a source that changed after the program was built is marked") {
  const Project project(20);
  project.set_age(std::chrono::hours(-1));
  CHECK(source_texts(results_naming("src/long.cpp", {3}), project.program()).at(0).newer);
}

}  // namespace
}  // namespace mcheck::html_page_test
