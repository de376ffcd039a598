import { load, type LoadResult, type MakeRequest } from './load';
import type { Report } from './report';

export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1.2);
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** Warm-up before measuring: V8 optimises hot code of the service later than that of the small bare server. */
const WARM_UP = { clients: 8, seconds: 4 };

export type Contender = readonly [port: number, request: MakeRequest];

/** Interleaves rounds, so that other load on the machine affects all alike. */
export async function compare(
  report: Report,
  name: string,
  clients: number,
  expected: number,
  contenders: Readonly<Record<string, Contender>>,
): Promise<void> {
  const results = new Map<string, LoadResult[]>();
  for (const [port, request] of Object.values(contenders)) {
    await load({ ...WARM_UP, port, expected, request });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contender, [port, request]] of Object.entries(contenders)) {
      const result = await load({ port, clients, seconds: SECONDS, expected, request });
      if (result.unexpected > 0) {
        throw new Error(`${name}, ${contender}: ${result.unexpected} responses were not ${expected}.`);
      }
      results.set(contender, [...(results.get(contender) ?? []), result]);
    }
  }
  report.comparison(name, results);
}
