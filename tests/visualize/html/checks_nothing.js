// SPDX-License-Identifier: MIT
// A test of the tests.
