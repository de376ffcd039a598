import { appendFileSync } from 'node:fs';

/** File to which the run appends the duration of each spec of a group, a JSON line each. */
const DURATIONS = process.env['TEST_DURATIONS'];

/** @param ms with its hooks, of which Jest counts none */
export function recordDuration(spec: string, ms: number): void {
  if (DURATIONS !== undefined) appendFileSync(DURATIONS, `${JSON.stringify({ spec, ms })}\n`);
}
