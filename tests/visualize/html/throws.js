// SPDX-License-Identifier: MIT
// A test of the test driver: an exception.
check(true, "so far, so good");
there_is_no_such_function();
