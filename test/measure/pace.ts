import { processorTimeOf } from './processor-time';

/** What the work below takes on the slowest machine that the bars of processor time were set on, while it does nothing else. */
const QUIET_MS = 60;
const ROUNDS = 3;

/** Parses and writes some megabytes of JSON: memory and processor both count, as in what is measured. */
function work(): void {
  const rows = Array.from({ length: 2_000 }, (_, id) => ({
    id,
    name: `row ${id}`,
    answers: [id, `${id}`, null],
  }));
  let text = JSON.stringify(rows);
  for (let round = 0; round < 20; round += 1) text = JSON.stringify(JSON.parse(text));
}

/**
 * How many times longer than on a quiet machine the same work keeps a processor here and now, 1 at least: threads that share
 * a processor's parts with others take longer for the same, though their waiting does not count.
 */
export async function pace(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await processorTimeOf(work));
  return Math.max(1, Math.max(...times) / QUIET_MS);
}
