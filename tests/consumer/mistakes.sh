# SPDX-License-Identifier: MIT
# Errors in a CMakeLists.txt are reported before anything is built: a part of run.sh.

# mistake WORDS TEXT: with WORDS appended, the project is rejected with TEXT.
mistake() {
  cp CMakeLists.txt kept
  echo "$1" >>CMakeLists.txt
  refused cmake build
  cp kept CMakeLists.txt
  says_unbroken "$2"
}

# CMake wraps messages.
says_unbroken() {
  tr -s ' \n' ' ' <"$scratch/said" >"$scratch/line"
  says "$scratch/line" "$1"
}

check_mistakes() {
  cd "$project"
  mistake "mcheck_add_test(NAME x TARGET queue BUND 2)" "unknown arguments: BUND 2 known are NAME"
  mistake "mcheck_add_test(NAME x)" "SOURCES or TARGET has to say which program"
  mistake "mcheck_add_test(NAME x TARGET queue SOURCES a.cpp)" "not both"
  mistake "mcheck_add_test(TARGET queue)" "NAME is '' where a name of letters"
  mistake "mcheck_add_test(NAME x TARGET nobody)" "there is no target 'nobody' (yet)"
  mistake "mcheck_add_test(NAME x TARGET queue BOUND two)" "BOUND is 'two' where a number"
  mistake "mcheck_add_test(NAME x TARGET queue BUDGET soon)" "BUDGET is 'soon' where a time"
  mistake "mcheck_add_test(NAME x TARGET queue EXPECT bugs)" "EXPECT is 'bugs' where verified"
  mistake "mcheck_add_test(NAME x TARGET queue FAILURE_IDS MC001)" "with EXPECT bug"
  mistake "mcheck_add_test(NAME x TARGET queue EXPECT bug FAILURE_IDS 1)" "an id such as MC002"
  mistake "mcheck_add_test(NAME x TARGET queue INSTRUMENT)" "mcheck_instrument(queue)"
  mistake "mcheck_add_test(NAME x TARGET queue BOUND)" "nothing follows BOUND"
  mistake "mcheck_add_class_check(NAME x CLASS y)" "HEADER is missing"
  mistake "mcheck_add_class_check(NAME x HEADER y.hpp CLASS y)" "there is no file 'y.hpp' in"
  mistake "mcheck_gate(FILE nowhere.toml)" "there is no file 'nowhere.toml' in"
  mistake "mcheck_gate(FILES mcheck.toml)" "unknown arguments: FILES mcheck.toml"
  mistake "find_package(mcheck 9.0 REQUIRED)" 'requested version "9.0"'

  # A test that the program does not have is reported after the build.
  echo "mcheck_add_test(NAME x TARGET queue TESTS pop_thrice)" >>CMakeLists.txt
  touch queue_test.cpp
  refused cmake --build build --target queue
  says_unbroken "has no test 'pop_thrice' known are push_twice, pop_twice"
  cp kept CMakeLists.txt
}
