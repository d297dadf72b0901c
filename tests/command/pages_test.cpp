// SPDX-License-Identifier: MIT
// The manual page and the completions, tested with the programs that read them: groff, bash, zsh
// and fish.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>

#include "programs/mcheck/cli/installed_pages.hpp"
#include "programs/mcheck/cli/option_table.hpp"
#include "tests/support/shell.hpp"

namespace mcheck::command::pages_test {
namespace {

const std::string kMcheck = MCHECK_BINARY_DIRECTORY "/mcheck";
const std::string kProgram = MCHECK_BINARY_DIRECTORY "/lost_update";

// The files of an installation.
class Pages {
 public:
  Pages() { write_installed_pages(folder_); }
  ~Pages() { std::filesystem::remove_all(folder_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const {
    return quoted(folder_ + "/share/" + name);
  }

 private:
  std::string folder_ = "/tmp/mcheck_pages_" + std::to_string(getpid());
};

// The completions of bash; the last word is being typed.
std::string in_bash(const Pages& pages, const std::string& words) {
  const ShellResult ran =
      run_shell("bash -c " +
                quoted("source " + pages.path("bash-completion/completions/mcheck") +
                       "; compopt() { :; }; COMP_WORDS=(" + words +
                       "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); "
                       "$(complete -p mcheck | sed 's/.*-F \\([^ ]*\\) .*/\\1/'); "
                       "echo \"${COMPREPLY[*]}\"") +
                " 2>&1");
  return ran.out;
}

std::string in_fish(const Pages& pages, const std::string& line) {
  return run_shell("fish --no-config -c " +
                   quoted("source " + pages.path("fish/vendor_completions.d/mcheck.fish") +
                          "; complete -C " + quoted(line)) +
                   " 2>&1 | cut -f 1 | sort | tr '\\n' ' '")
      .out;
}

// The completed line in zsh. Completion needs a terminal: zpty sends a tab, and then a key that
// prints the line.
constexpr const char* kTyping = R"zsh(
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -D -u
show() { print -r -- \"<\$BUFFER>\" }; zle -N show; bindkey '^X' show; echo rea''dy"
zpty -r shell text '*ready*'
zpty -w -n shell "$2"$'\t\C-x'
zpty -r shell text '*<*>*'
print -r -- ${${text##*<}%%>*}
)zsh";

std::string in_zsh(const Pages& pages, const std::string& line) {
  return run_shell("zsh -f -c " + quoted(kTyping) + " typing " + pages.path("zsh/site-functions") +
                       " " + quoted(line) + " 2>&1",
                   60)
      .out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the manual page is formatted without a warning and names every option") {
  const Pages pages;
  const std::string page = pages.path("man/man1/mcheck.1");
  const ShellResult warnings =
      run_shell("groff -man -ww -Kutf8 -Tutf8 " + page + " 2>&1 >/dev/null");
  CHECK(warnings.code == 0);
  CHECK(warnings.out.empty());
  const ShellResult text = run_shell("groff -man -Kutf8 -Tutf8 -P-cbou " + page);
  for (const CommandSpec& command : kCommands) {
    CHECK(has(text.out, std::string("mcheck ") + command.name));
  }
  for (const OptionSpec& option : kOptions) {
    CAPTURE(option.name);
    CHECK(has(text.out, std::string("--") + option.name));
  }
}

TEST_CASE("bash completes commands, options, their values, tests and strategies") {
  const Pages pages;
  CHECK(in_bash(pages, "mcheck expl") == "explore explain\n");
  CHECK(in_bash(pages, "mcheck explore ./p --ra") == "--races\n");
  CHECK(in_bash(pages, "mcheck explore ./p --races ''") == "report ignore\n");
  CHECK(in_bash(pages, "mcheck explore ./p --color = n") == "never\n");
  CHECK(in_bash(pages, "mcheck gate --no-") == "--no-cache\n");
  CHECK(in_bash(pages, "mcheck gate --bo") == "\n");
  CHECK(has(in_bash(pages, "mcheck explain MC00"), "MC001 MC002"));
  CHECK(has(in_bash(pages, "mcheck explain dead"), "deadlock"));
  const std::string explore = kMcheck + " explore " + kProgram;
  CHECK(in_bash(pages, explore + " --test l") == "lost_update\n");
  CHECK(has(in_bash(pages, explore + " --strategy o"), "optimal odpor"));
  CHECK(in_bash(pages, "mcheck explore " MCHECK_BINARY_DIRECTORY "/lost_update_r") ==
        MCHECK_BINARY_DIRECTORY "/lost_update_right\n");
}

TEST_CASE("fish completes commands, options, their values and tests") {
  const Pages pages;
  CHECK(in_fish(pages, "mcheck expl") == "explain explore ");
  CHECK(in_fish(pages, "mcheck explore ./p --rac") == "--races ");
  CHECK(in_fish(pages, "mcheck explore ./p --races ") == "ignore report ");
  CHECK(in_fish(pages, "mcheck gate --bo") == "");
  CHECK(in_fish(pages, "mcheck explain MC001") == "MC001 ");
  CHECK(in_fish(pages, kMcheck + " explore " + kProgram + " --test l") == "lost_update ");
}

TEST_CASE("zsh completes commands, options, their values and tests") {
  const Pages pages;
  CHECK(in_zsh(pages, "mcheck expla") == "mcheck explain \n");
  CHECK(in_zsh(pages, "mcheck explore ./p --races re") == "mcheck explore ./p --races report \n");
  CHECK(in_zsh(pages, "mcheck gate --no-ca") == "mcheck gate --no-cache \n");
  const std::string explore = kMcheck + " explore " + kProgram;
  CHECK(in_zsh(pages, explore + " --test l") == explore + " --test lost_update \n");
}

}  // namespace mcheck::command::pages_test
