/**
 * Design tokens: every colour, distance and text size of the pages. Styles use these names only. Colours follow the light or
 * dark mode of the device; text on each background has a contrast of at least 4.5 to 1.
 */
export const TOKENS = `
:root {
  color-scheme: light dark;

  --ground: #f5f7f6;
  --sheet: #ffffff;
  --sunken: #f0f3f1;
  --ink: #1a2420;
  --soft: #56635d;
  --line: #dbe2de;
  --edge: #8a9891;
  --brand: #14694c;
  --brand-ink: #ffffff;
  --brand-soft: #e3f1ea;
  --danger: #a3231d;
  --alarm: #fbe9e7;
  --warning: #7a4d00;
  --warning-soft: #fcf1d9;
  --notice: var(--brand-soft);
  --text: #7a4a06;
  --number: #23518f;
  --series-1: #14694c;
  --series-2: #b8500b;
  --series-3: #3556c8;
  --series-4: #9c1f74;
  --series-5: #806400;
  --series-6: #66717a;
  --water: #dce8ee;
  --land: #f8f7f2;
  --land-line: #b9c2bb;
  /* Twelve that colour-blind people tell apart (M. Krzywinski), on both grounds with an edge of --ink. */
  --mark-1: #008df9;
  --mark-2: #ff6e3a;
  --mark-3: #009f81;
  --mark-4: #9f0162;
  --mark-5: #ffc33b;
  --mark-6: #8400cd;
  --mark-7: #00fccf;
  --mark-8: #a40122;
  --mark-9: #ff5aaf;
  --mark-10: #00c2f9;
  --mark-11: #e20134;
  --mark-12: #ffb2fd;
  --mark-others: #6b757d;
  --mark-none: #d5dbd8;

  --space-1: .25rem;
  --space-2: .5rem;
  --space-3: .75rem;
  --space-4: 1rem;
  --space-5: 1.5rem;
  --space-6: 2.25rem;
  --shadow: 0 .25rem 1rem rgb(0 0 0 / .18);
  --radius: .5rem;
  --radius-large: .75rem;
  --page: 72rem;
  --page-narrow: 29rem;
  --page-wide: 96rem;
  --measure: 44rem;

  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --size-s: .875rem;
  --size-m: 1rem;
  --size-l: 1.125rem;
  --size-xl: 1.5rem;
  --size-figure: 1.75rem;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1513;
    --sheet: #17201d;
    --sunken: #121a17;
    --ink: #e6edea;
    --soft: #a0b0a8;
    --line: #2c3834;
    --edge: #6d7f77;
    --brand: #62c9a0;
    --brand-ink: #07120d;
    --brand-soft: #17322a;
    --danger: #ff9a90;
    --alarm: #3a1c1a;
    --warning: #f0c274;
    --warning-soft: #33270f;
    --text: #e3b980;
    --number: #9cc2f5;
    --series-1: #5fc79d;
    --series-2: #ffa366;
    --series-3: #8fb0ff;
    --series-4: #f08bd0;
    --series-5: #e3c44d;
    --series-6: #aab4bd;
    --water: #0f1a21;
    --land: #212d29;
    --land-line: #47564f;
    --mark-others: #8b969e;
    --mark-none: #3f4a46;
  }
}
`;
