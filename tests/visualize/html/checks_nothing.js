// SPDX-License-Identifier: MIT
// A test of the test driver: no checks.
