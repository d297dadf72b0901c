#!/bin/sh
# SPDX-License-Identifier: MIT
# The pages as a site, by pandoc: make_site.sh REPOSITORY TARGET
# Ends with an error where a link of the site leads nowhere.
set -eu
root=$(cd "$1" && pwd)
mkdir -p "$2"
target=$(cd "$2" && pwd)
site="$root/docs/site"
cd "$root"

command -v pandoc >/dev/null || {
  echo "make_site.sh: pandoc is not there; it is group site of .packages" >&2
  exit 2
}

# README.md of a folder is its index.
place_of() {
  case $1 in
    README.md | */README.md) echo "${1%README.md}index.html" ;;
    *) echo "${1%.md}.html" ;;
  esac
}

# docs/failures/MC001.md → ../../
way_up() { dirname "$1" | sed -e 's|[^/.][^/]*|..|g' -e 's|$|/|' -e 's|^\./$||'; }

render() {
  page=$1
  place=$(place_of "$page")
  mkdir -p "$target/$(dirname "$place")"
  pandoc --from gfm --to html5 --template "$site/page.html" --lua-filter "$site/page.lua" \
    --metadata "page=$page" --metadata "up=$(way_up "$page")" \
    --output "$target/$place" "$page"
}

pages=$(echo README.md && find docs -name '*.md' | sort)
for page in $pages; do
  render "$page" &
  # As many at once as there are processors.
  running=$((${running:-0} + 1))
  if [ "$running" -ge "$(nproc)" ]; then
    wait
    running=0
  fi
done
wait
cp "$site/site.css" "$site/site.js" "$target/"
mkdir -p "$target/docs/images"
cp docs/images/*.png docs/images/*.svg "$target/docs/images/"

# Sources that pages link to come along.
links() { grep -o -E '(href|src)="[^"#]+' "$1" | sed -E 's/^(href|src)="//' | grep -v '://' || true; }
broken=0
for html in $(cd "$target" && find . -name '*.html'); do
  for link in $(links "$target/$html"); do
    file=$(realpath -m --relative-to "$target" "$target/$(dirname "$html")/$link")
    [ -e "$target/$file" ] && continue
    if [ -f "$root/$file" ]; then
      mkdir -p "$target/$(dirname "$file")"
      cp "$root/$file" "$target/$file"
    else
      echo "make_site.sh: $html links to $link, which is not there" >&2
      broken=1
    fi
  done
done
for page in $pages; do
  [ -s "$target/$(place_of "$page")" ] || {
    echo "make_site.sh: $page became no page" >&2
    broken=1
  }
done
[ $broken -eq 0 ]
echo "$(echo "$pages" | wc -w) pages: $target/index.html"
