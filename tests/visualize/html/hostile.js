// SPDX-License-Identifier: MIT
// Names that would be markup or code if the page parsed them.
same(window.pwned, undefined, "no script of a name has run");
same(all("img, iframe, object, embed, link").length, 0, "no element of a name");
same(all("script").length, 4, "the page's two scripts and the test's two");
check(text(".message").includes("<\/script><script>window.pwned = 1<\/script><!--<img"), "as text");
check(text(".message").includes("ключ 鍵 \\u2028\\u202e \"'`&amp;"),
  "what cannot be seen is spelled");
check(document.title.length <= 201, "a title of sensible length");
press("Home");
for (let i = 0; i < 4; ++i) {
  press("ArrowRight");
  same(currentRow(), i, "stepping");
}
press("ArrowLeft");
same(all("#objects tbody tr").length, 3, "all objects");
check(all(".label, .chip, h1, h2, td, th").every((e) => e.textContent.length < 700),
  "nobody has to read 10,000 letters");
check(document.documentElement.scrollWidth <= innerWidth, "and the page is as wide as the window");
const object = all("#objects button.object").find((e) => e.textContent === "__proto__");
check(object, "an object of a strange name");
object.click();
same(stepRows().join(), "3", "is one to filter by");
press("Escape");
press("/");
type("<\/SCRIPT>");
check(text(".hits").startsWith("1 of") || text(".hits").startsWith("2 of"), "and to search");
press("Escape");
press("End");
check(text("#step").includes("failed"), "the end is told");
same(window.pwned, undefined, "still none");
