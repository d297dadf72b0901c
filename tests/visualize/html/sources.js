// SPDX-License-Identifier: MIT
// The deadlock: source lines of the current step and of the other threads, holders and waiters of
// locks.
const marked = () => all(".code-line.current, .code-line.stands").map((line) =>
  text(".code-number", line) + text(".who", line)).join(" ");
const locks = () => all("#objects tbody tr").map((row) =>
  Array.from(row.children).map((cell) => cell.textContent.trim()).join(":")).join(" ");
press("Home");
same(text("#source .file"), "sample.cpp", "which file");
same(all(".code-line").length, 24, "all of its lines");
same(text(".code-line code"), "// SPDX-License-Identifier: MIT", "its first line");
same(text(".code .c"), "// SPDX-License-Identifier: MIT", "a comment is coloured");
check(all(".code .k").some((word) => word.textContent === "const"), "keywords are coloured");
same(marked(), "17main", "main stands before its first step");
same(locks(), "a:–:– b:–:–", "nobody has or wants a lock");
press("ArrowRight");
same(text(".code-line.current .code-number"), "17", "the current line");
same(marked(), "15T1 17main", "T1 has been started");
same(locks(), "a:–:T1 b:–:–", "and wants its first lock");
press("ArrowRight");
press("ArrowRight");
same(locks(), "a:T1:– b:–:T1 T2", "T1 has it; both want the other");
press("ArrowRight");
same(marked(), "16T1 19T2 22main", "all three");
same(locks(), "a:T1:T2 b:T2:T1", "each wants what the other has");
press("End");
same(marked(), "16T1 20T2 22main", "where all are stuck");
check(text("#step").includes("waits to lock `b`, held by T2"), "in words");
same(all(".row.end .label").length, 3, "each in its lane");
same(text(".circle").replace(/\s+/g, " ").trim(), "T1 lock b → T2 lock a → T1", "the circle");
one("#step .ends button").click();
same(text(".code-line.current .code-number"), "22", "a place can be looked at");
