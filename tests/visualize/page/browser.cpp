// SPDX-License-Identifier: MIT
#include "tests/visualize/page/browser.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <variant>

#include "engine/base/json.hpp"
#include "tests/support/shell.hpp"

namespace mcheck {
namespace {

std::string text_of(const std::string& name) {
  std::ostringstream content;
  content << std::ifstream(MCHECK_SOURCE_DIRECTORY "/tests/visualize/html/" + name).rdbuf();
  return content.str();
}

// A temporary folder for one run, removed at the end.
class Folder {
 public:
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "mcheck_page_XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void insert(std::string& page, const std::string& before, const std::string& text) {
  const std::size_t at = page.rfind(before);
  if (at != std::string::npos) page.insert(at, text);
}

std::string unescaped(std::string text) {
  for (const auto& [name, letter] : {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}) {
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      text.replace(at, std::string(name).size(), letter);
    }
  }
  return text;
}

Findings read_findings(const std::string& dom, const std::string& otherwise) {
  const std::string open = "<pre id=\"findings\">";
  const std::size_t begin = dom.rfind(open);
  const std::size_t end = dom.find("</pre>", begin);
  if (begin == std::string::npos || end == std::string::npos) return {.problems = {otherwise}};
  const std::size_t from = begin + open.size();
  const auto parsed = Json::parse(unescaped(dom.substr(from, end - from)));
  if (!std::holds_alternative<Json>(parsed)) return {.problems = {"the findings are no JSON"}};
  const Json& json = std::get<Json>(parsed);
  Findings findings{.checks = static_cast<int>(json["checks"].integer()),
                    .problems = json["trouble"].texts()};
  if (findings.checks == 0) findings.problems.emplace_back("the script checked nothing");
  return findings;
}

}  // namespace

Findings run_in_browser(const std::string& page, const BrowserRun& how) {
  if (run_shell("command -v chromium").code != 0) {
    return {.problems = {"there is no chromium: `make test` installs it (group test)"}};
  }
  const Folder folder;
  std::string driven_page = page;
  insert(driven_page, "<noscript>", "<script>" + text_of("driver.js") + "</script>\n");
  insert(driven_page, "</body>",
         "<script>run(() => {\n" + text_of(how.script) + "\n});</script>\n");
  const std::string file = folder.path() + "/page.html";
  std::ofstream(file, std::ios::binary) << driven_page;
  std::ostringstream command;
  command << "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage"
          << " --no-first-run --user-data-dir=" << quoted(folder.path() + "/profile")
          << " --window-size=" << how.width << "," << how.height << " --dump-dom "
          << quoted("file://" + file + "#" + how.address) << " 2>"
          << quoted(folder.path() + "/err");
  const ShellResult ran = run_shell(command.str(), 120);
  return read_findings(
      ran.out, "the page's script did not finish; chromium ended with " + std::to_string(ran.code));
}

}  // namespace mcheck
