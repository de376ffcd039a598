import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** The run names a file in which it wants to find what its workers used, suite by suite: a line of JSON each. */
const PEAKS = process.env['TEST_PEAKS'];
const ROOT = resolve(__dirname, '../..');
const MEBIBYTE = 1024;

if (PEAKS !== undefined) {
  let peak = 0;
  let test: string | undefined;
  const look = (): void => {
    const kib = process.resourceUsage().maxRSS;
    // What grows by little says nothing about whose it is.
    if (kib > peak + MEBIBYTE) test = expect.getState().currentTestName;
    peak = Math.max(peak, kib);
  };
  afterEach(look);
  afterAll(() => {
    look();
    const suite = relative(ROOT, expect.getState().testPath ?? '');
    appendFileSync(PEAKS, `${JSON.stringify({ kib: peak, suite, test })}\n`);
  });
}
