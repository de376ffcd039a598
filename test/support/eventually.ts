import { setTimeout as pause } from 'node:timers/promises';

/** Polls until the result holds; the timeout is no performance limit. @throws Error after the timeout */
export async function eventually<Result>(
  poll: () => Promise<Result>,
  holds: (result: Result) => boolean,
  { withinMs = 120_000, everyMs = 20 } = {},
): Promise<Result> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await poll();
    if (holds(result)) return result;
    if (Date.now() > deadline) {
      throw new Error(`Condition not met within ${withinMs} ms. Last result: ${JSON.stringify(result)}`);
    }
    await pause(everyMs);
  }
}
