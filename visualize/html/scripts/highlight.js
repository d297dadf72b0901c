// SPDX-License-Identifier: MIT
// C and C++ as coloured pieces, one line at a time. It distinguishes comments, literals, numbers
// and keywords; everything else stays unchanged.

const kKeywords = new Set(("alignas alignof asm auto bool break case catch char class co_await " +
  "co_return co_yield concept const consteval constexpr constinit const_cast continue decltype " +
  "default delete do double dynamic_cast else enum explicit export extern false float for friend " +
  "goto if inline int long mutable namespace new noexcept nullptr operator private protected " +
  "public register reinterpret_cast requires return short signed sizeof static static_assert " +
  "static_cast struct switch template this thread_local throw true try typedef typeid typename " +
  "union unsigned using virtual void volatile wchar_t while").split(" "));

const kPieces = new RegExp([
  "(?<comment>//.*|/\\*.*?(?:\\*/|$))",
  "(?<text>\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^'\\\\]|\\\\.){1,8}')",
  "(?<directive>^\\s*#\\s*\\w+)",
  "(?<number>\\b\\d[\\w.']*)",
  "(?<name>[A-Za-z_]\\w*)",
].join("|"), "g");

// The line as nodes, and whether a comment continues in the next one.
function highlighted(line, inComment) {
  const nodes = [];
  let at = 0;
  if (inComment) {
    const end = line.indexOf("*/");
    if (end < 0) return {nodes: [make("span", {class: "c"}, line)], inComment: true};
    at = end + 2;
    nodes.push(make("span", {class: "c"}, line.slice(0, at)));
  }
  kPieces.lastIndex = at;
  let open = false;
  for (let piece = kPieces.exec(line); piece; piece = kPieces.exec(line)) {
    if (piece.index > at) nodes.push(line.slice(at, piece.index));
    const {comment, text, directive, number, name} = piece.groups;
    const kind = comment ? "c" : text ? "s" : directive ? "d" : number ? "n"
      : kKeywords.has(name) ? "k" : "";
    nodes.push(kind ? make("span", {class: kind}, piece[0]) : piece[0]);
    at = piece.index + piece[0].length;
    open = Boolean(comment) && comment.startsWith("/*") && !comment.endsWith("*/");
  }
  if (at < line.length) nodes.push(line.slice(at));
  return {nodes, inComment: open};
}
