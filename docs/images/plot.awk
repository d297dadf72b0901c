#!/usr/bin/awk -f
# SPDX-License-Identifier: MIT
# Lines of series, x, y (tabs between) become one plot in SVG. Both axes are logarithmic; with
# linear=1 neither is, and both begin at 0 or 1.
function at_x(x) { return left + width * (scale(x) - x0) / (x1 - x0) }
function at_y(y) { return top + height * (1 - (scale(y) - y0) / (y1 - y0)) }
function scale(v) { return linear ? v : log(v) / log(10) }
function words(v) {
  if (v >= 1e6) return v / 1e6 " M"
  if (v >= 1e3) return int(v / 1e3) "," sprintf("%03d", v % 1e3)
  return v ""
}
function text(x, y, anchor, what, more) {
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, more, what
}
function grid_x(v) {
  printf "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>\n", at_x(v), top, top + height
  text(at_x(v), top + height + 18, "middle", words(v), "")
}
function grid_y(v) {
  printf "<path class=\"grid\" d=\"M%.1f %.1fH%.1f\"/>\n", left, at_y(v), left + width
  text(left - 8, at_y(v) + 4, "end", words(v), "")
}
function floor(v) { return v < 0 && v != int(v) ? int(v) - 1 : int(v) }
BEGIN { FS = "\t"; left = 84; top = 46; width = 440; height = 270 }
{
  if (!($1 in count)) name[++names] = $1
  n = ++count[$1]; x[$1, n] = $2; y[$1, n] = $3
  if (NR == 1 || $2 < xa) xa = $2
  if (NR == 1 || $2 > xb) xb = $2
  if (NR == 1 || $3 < ya) ya = $3
  if (NR == 1 || $3 > yb) yb = $3
}
END {
  if (NR == 0) { print "plot.awk: nothing measured" > "/dev/stderr"; exit 1 }
  if (linear) {
    x0 = xa - 0.1; x1 = xb + 0.1; y0 = 0
    step = 10 ^ floor(log(yb) / log(10)); if (yb / step < 3) step /= 2
    y1 = step * (floor(yb / step) + 1)
  } else {
    x0 = scale(xa) - 0.04; x1 = scale(xb) + 0.04
    y0 = floor(scale(ya)); y1 = -floor(-scale(yb))
  }
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"700\" height=\"380\" " \
    "viewBox=\"0 0 700 380\" font-family=\"DejaVu Sans, sans-serif\" font-size=\"12\" fill=\"#333\">"
  print "<style>.grid{stroke:#ddd;fill:none}.line{fill:none;stroke-width:2}</style>"
  print "<rect width=\"700\" height=\"380\" fill=\"#fff\"/>"
  text(left, 24, "start", title, " font-size=\"15\" font-weight=\"bold\"")
  if (linear) {
    for (v = xa; v <= xb; ++v) grid_x(v)
    for (v = 0; v <= y1 * 1.001; v += step) grid_y(v)
  } else {
    for (e = floor(x0); e <= x1; ++e) for (m = 1; m < 10; m += (m == 1 ? 1 : m == 2 ? 3 : 5)) {
      # Between tens only where there is room.
      if ((m > 1 && x1 - x0 > 2) || scale(m * 10 ^ e) < x0 || scale(m * 10 ^ e) > x1) continue
      grid_x(m * 10 ^ e)
    }
    for (e = y0; e <= y1; ++e) grid_y(10 ^ e)
  }
  text(left + width / 2, top + height + 42, "middle", across, "")
  printf "<g transform=\"translate(18 %.1f) rotate(-90)\">", top + height / 2
  text(0, 0, "middle", up, "")
  print "</g>"
  split("#0072b2 #d55e00 #009e73 #cc79a7 #e69f00", colour, " ")
  for (i = 1; i <= names; ++i) {
    one = name[i]; path = ""
    for (n = 1; n <= count[one]; ++n) {
      path = path sprintf("%s%.1f %.1f", n == 1 ? "M" : "L", at_x(x[one, n]), at_y(y[one, n]))
      printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", at_x(x[one, n]),
        at_y(y[one, n]), colour[i]
    }
    print "<path class=\"line\" stroke=\"" colour[i] "\" d=\"" path "\"/>"
    n = count[one]
    end_y[i] = at_y(y[one, n])
  }
  # Names stand behind the ends of their lines, and not on each other.
  for (round = 1; round <= names; ++round) for (i = 1; i <= names; ++i) for (k = 1; k <= names; ++k) {
    if (i != k && end_y[k] >= end_y[i] && end_y[k] - end_y[i] < 15 && \
        (end_y[k] > end_y[i] || k > i)) end_y[k] = end_y[i] + 15
  }
  for (i = 1; i <= names; ++i) {
    text(left + width + 14, end_y[i] + 4, "start", name[i], " fill=\"" colour[i] "\"")
  }
  print "</svg>"
}
