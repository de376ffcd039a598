import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until the answer holds. The time is for what hangs: it says nothing about how long a thing may take.
 * @throws Error naming the last answer when the time is over
 */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  holds: (answer: Answer) => boolean,
  { withinMs = 120_000, everyMs = 20 } = {},
): Promise<Answer> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (Date.now() > deadline) {
      throw new Error(`Nothing that holds within ${withinMs} ms; the last answer: ${JSON.stringify(answer)}`);
    }
    await pause(everyMs);
  }
}
