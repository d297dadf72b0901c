-- SPDX-License-Identifier: MIT
-- What a page of the site has beside its text: links to pages instead of sources, a title, the
-- list of all pages at its side, which is that of docs/README.md, and the pages before and behind.

local stringify = pandoc.utils.stringify

-- "docs/guide/x.md", "../README.md#next" → "docs/README.md", "#next"
local function resolved(page, link)
  local path, anchor = link:match("^([^#]*)(#?.*)$")
  if path == "" then return page, anchor end
  local parts = {}
  for part in ((page:match("^(.*/)") or "") .. path):gmatch("[^/]+") do
    if part == ".." then
      table.remove(parts)
    elseif part ~= "." then
      parts[#parts + 1] = part
    end
  end
  return table.concat(parts, "/"), anchor
end

local function place_of(page)
  if page:match("README%.md$") then return (page:gsub("README%.md$", "index.html")) end
  return (page:gsub("%.md$", ".html"))
end

local function is_elsewhere(link) return link:match("^%a+:") ~= nil end

-- The sections of docs/README.md: { title, pages = { { title, file } } }.
local function all_pages()
  local file = assert(io.open("docs/README.md"))
  local map = pandoc.read(file:read("a"), "gfm")
  file:close()
  local sections = { { title = "mcheck", pages = { { title = "Overview", file = "README.md" } } } }
  for _, block in ipairs(map.blocks) do
    if block.t == "Header" and block.level == 2 then
      sections[#sections + 1] = { title = stringify(block.content), pages = {} }
    elseif block.t == "BulletList" then
      pandoc.walk_block(block, {
        Link = function(link)
          local pages = sections[#sections].pages
          pages[#pages + 1] =
            { title = stringify(link.content), file = (resolved("docs/README.md", link.target)) }
        end,
      })
    end
  end
  return sections
end

local function escaped(text)
  return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function list_of(sections, page, up)
  local html = {}
  for _, section in ipairs(sections) do
    local open = section.title ~= "Decisions"
    for _, each in ipairs(section.pages) do open = open or each.file == page end
    html[#html + 1] = (open and "<details open>" or "<details>") ..
      "<summary>" .. escaped(section.title) .. "</summary><ul>"
    for _, each in ipairs(section.pages) do
      local here = each.file == page and ' aria-current="page"' or ""
      html[#html + 1] = '<li><a href="' .. up .. place_of(each.file) .. '"' .. here .. ">" ..
        escaped(each.title) .. "</a></li>"
    end
    html[#html + 1] = "</ul></details>"
  end
  return table.concat(html, "\n")
end

local function neighbour(sections, page, step)
  local pages = {}
  for _, section in ipairs(sections) do
    for _, each in ipairs(section.pages) do pages[#pages + 1] = each end
  end
  for n, each in ipairs(pages) do
    if each.file == page then return pages[n + step] end
  end
end

-- Where a page is called by its file, the site calls it by its title.
local function titles_of(sections)
  local titles = {}
  for _, section in ipairs(sections) do
    for _, each in ipairs(section.pages) do titles[each.file] = each.title end
  end
  return titles
end

local function link_to(each, up, words)
  if each == nil then return "" end
  return '<a href="' .. up .. place_of(each.file) .. '">' .. words:format(escaped(each.title)) .. "</a>"
end

function Pandoc(document)
  local page = stringify(document.meta.page)
  local up = document.meta.up and stringify(document.meta.up) or ""
  local sections = all_pages()
  local titles = titles_of(sections)
  local title
  document = document:walk({
    Header = function(header)
      if header.level == 1 and title == nil then title = stringify(header.content) end
    end,
    Link = function(link)
      if is_elsewhere(link.target) then return nil end
      local file, anchor = resolved(page, link.target)
      if link.target:sub(1, 1) == "#" then return nil end
      if stringify(link.content):match("^[%w_/]+%.md$") and titles[file] then
        link.content = pandoc.Inlines(titles[file])
      end
      link.target = up .. place_of(file) .. anchor
      return link
    end,
    -- A wide table scrolls by itself, so that the page does not.
    Table = function(tables)
      return pandoc.Div({ tables }, pandoc.Attr("", { "scrolls" }))
    end,
  })
  local raw = function(html) return pandoc.MetaInlines({ pandoc.RawInline("html", html) }) end
  document.meta.pagetitle = title or page
  document.meta.list = raw(list_of(sections, page, up))
  document.meta.before = raw(link_to(neighbour(sections, page, -1), up, "← %s"))
  document.meta.behind = raw(link_to(neighbour(sections, page, 1), up, "%s →"))
  return document
end
