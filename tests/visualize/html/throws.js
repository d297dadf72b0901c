// SPDX-License-Identifier: MIT
// A test of the tests.
check(true, "so far, so good");
there_is_no_such_function();
