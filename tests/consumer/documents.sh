# SPDX-License-Identifier: MIT
# The instructions of docs/install.md and docs/ci/: a part of run.sh.

# The lines of a fenced block of a page: fenced LANGUAGE NUMBER PAGE
fenced() {
  awk -v open="\`\`\`$1" -v wanted="$2" \
    '$0 == "```" {inside = 0} inside && count == wanted
     $0 == open {count++; inside = 1}' "$3"
}

# The script of a workflow's step, as its shell gets it.
step() {
  awk -v name="      - name: $1" \
    '$0 == name {on = 1; next} /^      - / {on = 0} on && /^          /' "$documents/ci/github.yml"
}

check_documents() {
  cd "$project"
  # Each CMake line of the page occurs in the project that was just built.
  local number line
  for number in 1 2 3 4 5; do
    while IFS= read -r line; do
      line=${line%% \# CMAKE_PREFIX_PATH*}
      line=${line/third_party\/mcheck/"\${MCHECK_SOURCE} mcheck"}
      line=${line/GIT_REPOSITORY*/"SOURCE_DIR \${MCHECK_FETCH})"}
      [[ -z $line || $line == \#* ]] || says CMakeLists.txt "$line"
    done < <(fenced cmake $number "$documents/install.md")
  done
  fenced cpp 1 "$documents/install.md" >page.cpp
  says page.cpp MCHECK_TEST_CASE
  sed '/^#include/d; s/TEST_CASE("both/TEST_CASE("all/' page.cpp >page_body.inc
  ln -sf "$(dirname "$(command -v mcheck)")/../lib/pkgconfig" pkgconfig

  # pkg-config, with a path that contains a blank.
  cat >queue_test_small.cpp <<'END'
#include <mcheck/check.hpp>
#include <mcheck/program.hpp>
MCHECK_PROGRAM(small, "a choice") { mcheck::check(mcheck::choose(2) < 2, "one of two"); }
END
  line=$(fenced sh 2 "$documents/install.md" | sed 's/queue_test/queue_test_small/g')
  says <(echo "$line") "pkg-config --cflags --libs mcheck-main"
  PKG_CONFIG_PATH="$prefix/lib/pkgconfig" bash -c "eval \"${line/g++/c++}\""
  ./queue_test_small >"$scratch/said"
  says "$scratch/said" "small: verified (2 executions"

  # The gates of the workflow, of the template and of the hook.
  export GITHUB_STEP_SUMMARY=$scratch/summary.md
  bash -e -c "$(step Build)" >/dev/null 2>&1 || fail "the workflow's build"
  bash -e -c "$(step Gate)" >"$scratch/said" || fail "the workflow's gate"
  says "$scratch/said" "2 of 2 kernels as expected"
  says "$GITHUB_STEP_SUMMARY" "consumer pushes"
  says mcheck.sarif '"2.1.0"'
  bash -e -c "$(sed -n '/^  script:/,/^  artifacts:/s/^    - //p' "$documents/ci/gitlab.yml")" \
    >"$scratch/said" 2>&1 || fail "the template's script"
  says mcheck.xml "consumer pushes"
  [[ -s mcheck-quality.json ]] || fail "the template's report"

  git init -q . && git add CMakeLists.txt mcheck.toml.in
  cp "$documents/ci/pre-commit" .git/hooks/pre-commit
  git -c user.name=a -c user.email=a@b commit -qm first >/dev/null || fail "the hook refuses"
  sed -i 's/expect = "bug"/expect = "verified"/; /^allow/d' mcheck.toml.in
  refused git -c user.name=a -c user.email=a@b commit -qam second
  says "$scratch/said" "1 of 2 kernels as expected, 1 failed"
}
