import { appendFileSync } from 'node:fs';

/** The run names a file in which it wants to find what its workers used: their process ids and KiB, suite by suite. */
const PEAKS = process.env['TEST_PEAKS'];

if (PEAKS !== undefined) {
  afterAll(() => appendFileSync(PEAKS, `${process.pid} ${process.resourceUsage().maxRSS}\n`));
}
