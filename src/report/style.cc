// SPDX-License-Identifier: Apache-2.0
// The page's style: fonts of the reader's own system, colours that colour-blind readers can tell apart (after Okabe and
// Ito's palette, darkened until text in them has a contrast of at least 4.5 to 1), cards instead of tables where the
// window is narrow, and no cut table on paper.
#include "report/page.h"

namespace pilotage {

std::string_view style_sheet() {
  return R"css(
:root { --ink: #1b1f24; --soft: #57606a; --line: #d0d7de; --pale: #f6f8fa;
  --pass: #005a9c; --fail: #a83200; --open: #6b5500; --none: #57606a; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem 2rem 4rem; color: var(--ink); background: #fff;
  font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "DejaVu Sans", Arial, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2rem 0 .4rem; }
h2 { font-size: 1.35rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 2px solid var(--ink); }
h3 { font-size: 1.08rem; margin: 1.4rem 0 .4rem; }
h4 { font-size: 1rem; margin: 0 0 .4rem; }
p { margin: .4rem 0; max-width: 48rem; }
.kicker { color: var(--soft); letter-spacing: .04em; margin: 0; }
.question { font-size: 1.15rem; color: var(--soft); }
.muted { color: var(--soft); font-size: .9rem; }
code { font: .85em/1.4 ui-monospace, "SFMono-Regular", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); gap: 1rem; margin: 1rem 0; }
.card { border: 1px solid var(--line); border-left: .5rem solid var(--none); border-radius: .4rem; padding: .9rem 1.1rem; }
.card h3 { margin: 0; font-weight: 600; }
.card .decision { font-size: 2rem; line-height: 1.1; font-weight: 800; margin: .2rem 0 .5rem; }
.go { border-left-color: var(--pass); } .go .decision { color: var(--pass); }
.conditions { border-left-color: var(--open); border-left-style: double; } .conditions .decision { color: var(--open); }
.no-go { border-left-color: var(--fail); } .no-go .decision { color: var(--fail); }
.insufficient { border-left-style: dashed; } .insufficient .decision { color: var(--none); }
.badge { display: inline-block; white-space: nowrap; font-weight: 700; font-size: .82rem; padding: .08rem .5rem;
  border-radius: .25rem; border: 1.5px solid currentColor; background: #fff; }
.badge .sign { margin-right: .35rem; }
.badge.pass { color: var(--pass); } .badge.fail { color: #fff; background: var(--fail); border-color: var(--fail); }
.badge.open { color: var(--open); border-style: dashed; } .badge.none { color: var(--none); border-style: dotted; }
.warning { border: 2px solid var(--fail); border-radius: .4rem; padding: .6rem 1rem; margin: 1rem 0; }
table { width: 100%; border-collapse: collapse; margin: .6rem 0 1rem; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line);
  min-width: 5.5rem; }
thead th { color: var(--soft); font-weight: 600; font-size: .82rem; border-bottom: 1.5px solid var(--ink); }
tbody th { font-weight: 600; min-width: 6.8rem; }
.figure { font-variant-numeric: tabular-nums; }
tr.differs td { font-weight: 600; } span.differs { color: var(--open); font-size: .78rem; font-weight: 600; }
.digest { word-break: break-all; }
.criterion { border-top: 1px solid var(--line); margin-top: 1.2rem; padding-top: .2rem; }
.criterion h3 { font-size: 1.15rem; }
.gate { margin-left: .6rem; font-size: .8rem; font-weight: 400; color: var(--soft); }
.result { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 25rem); gap: .4rem 1.5rem; padding: .9rem 0 .7rem 1rem;
  border-left: 3px solid var(--line); margin: .8rem 0; }
.below { grid-column: 1 / -1; }
.figures { display: flex; flex-wrap: wrap; gap: .2rem 1.8rem; margin: .2rem 0; }
.figures dt { color: var(--soft); font-size: .78rem; } .figures dd { margin: 0; font-weight: 600; }
.detail { display: inline-block; margin-right: 1.1rem; font-size: .85rem; }
td strong { display: block; } td small { display: block; color: var(--soft); line-height: 1.35; }
.refusals { border-left: 3px solid var(--open); padding-left: .7rem; font-size: .92rem; }
.plot, .bar { display: block; width: 100%; max-width: 25rem; height: auto; }
.patterns { position: absolute; }
.plot text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: var(--ink); }
.plot .tick, .plot .zero-label, .plot .title { fill: var(--soft); font-size: 11px; }
.plot .limit-label { font-weight: 600; } .plot .zero-label { paint-order: stroke; stroke: #fff; stroke-width: 4px; }
.accepted { fill: #e8f1fa; } .refused { fill: url(#hatch); }
.axis { stroke: var(--soft); } .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
.limit { stroke: var(--ink); stroke-width: 2; }
.whisker { stroke: var(--ink); stroke-width: 2.5; }
.point { stroke: #fff; stroke-width: 1.5; }
.point.pass { fill: var(--pass); } .point.fail { fill: var(--fail); }
.point.open { fill: #fff; stroke: var(--open); stroke-width: 3; } .point.none { fill: var(--none); }
.changed { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 24rem); gap: .4rem 2rem; align-items: start;
  border-top: 1px solid var(--line); padding: .2rem 0 .4rem; }
.changed strong { font-size: 1.5rem; }
.changed table { margin-top: 1.5rem; } .count { font-size: 1.1rem; } .count.lost, .count.won { font-weight: 700; }
.count.lost { border-bottom: 4px solid #d55e00; } .count.won { border-bottom: 4px double #0072b2; }
.bar { max-width: none; height: 1.6rem; } .bar-same { fill: #c9dcec; background: #c9dcec; } .bar-wrong { fill: #e3e3e3; background: #e3e3e3; }
.bar-lost { fill: url(#lost); background: #d55e00; } .bar-won { fill: #0072b2; background: #0072b2; }
.legend { font-size: .85rem; } .key { display: inline-block; margin-right: 1.2rem; }
.swatch { display: inline-block; width: .8rem; height: .8rem; margin-right: .35rem; border: 1px solid #888; vertical-align: -.05rem; }
@media (max-width: 46rem) {
  body { padding: 1rem 1rem 3rem; } h1 { font-size: 1.5rem; }
  .result, .changed { grid-template-columns: minmax(0, 1fr); } .result { padding-left: .7rem; }
  thead { display: none; } table, tbody, tr, th, td { display: block; }
  tr { border: 1px solid var(--line); border-radius: .3rem; padding: .4rem .7rem; margin-bottom: .6rem; }
  th, td { border: 0; padding: .12rem 0; min-width: 0; }
  td { display: flow-root; padding-left: 7.6rem; }
  td::before { content: attr(data-title); float: left; margin-left: -7.6rem; width: 7.2rem; color: var(--soft);
    font-size: .8rem; font-weight: 400; line-height: 1.6; }
  .pairs tr { border-width: 0 0 1px; border-radius: 0; padding: .3rem 0; margin: 0; }
  .pairs td { padding-left: 0; } .pairs td::before { content: none; }
}
@media print {
  @page { size: A4; margin: 16mm 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  h2, h3, h4, h2 + .muted { break-after: avoid; } h2 { margin-top: 1.6rem; } .card, .result, .changed, tr, .cards { break-inside: avoid; }
  thead { display: table-header-group; } .result { grid-template-columns: minmax(0, 1fr) minmax(0, 75mm); }
}
)css";
}

}  // namespace pilotage
