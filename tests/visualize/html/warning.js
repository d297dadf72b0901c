// SPDX-License-Identifier: MIT
// A bounded search without a failure but with a warning: its kind, its places, their source lines.
same(text(".badge"), "✓ verified with at most 3 preemptions", "verified, as far as it was looked");
same(text(".warning h2"), "warning: MC024 lock-order inversion", "what it is");
check(text(".warning p").includes("in another schedule"), "why it may matter");
same(all(".warning .frames li").length, 2, "a line for each place");
same(text(".warning .frames b"), "T1", "who");
check(text(".warning .frames li").includes("locks `b`, holding `a` sample.cpp:16"), "what, where");
same(text(".warning .line"), "const std::lock_guard hold_b(b);", "the text of the line");
same(text(".warning .command code"), "mcheck replay './my prog' mc1.sample..b6ue.", "to see it");
check(text(".search").includes("mcheck explain MC024"), "what tells more");
check(!all(".warning *").some((element) => element.id === "trap"), "a name is no element");
check(text(".warning").includes("<i id=trap>"), "and is shown as it is");
