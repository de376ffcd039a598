import { appendFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';

/** File to which the run appends peak memory per suite, a JSON line each. */
const PEAKS = process.env['TEST_PEAKS'];
const ROOT = resolve(__dirname, '../..');
const MEBIBYTE = 1024;

if (PEAKS !== undefined) {
  let peak = 0;
  let test: string | undefined;
  const sample = (): void => {
    const kib = process.resourceUsage().maxRSS;
    // Small growth is no evidence of a test's own use.
    if (kib > peak + MEBIBYTE) test = expect.getState().currentTestName;
    peak = Math.max(peak, kib);
  };
  afterEach(sample);
  afterAll(() => {
    sample();
    const suite = relative(ROOT, expect.getState().testPath ?? '');
    appendFileSync(PEAKS, `${JSON.stringify({ kib: peak, suite, test })}\n`);
  });
}
