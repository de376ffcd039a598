import { ResponseCache } from '../../src/http/response-cache/response-cache';
import type { TestApp } from './app';

/**
 * Asserts that cached responses changed since `before` and equal those of an empty cache.
 * @param read requests the responses again
 * @returns the current responses
 */
export async function expectFreshCache(
  app: TestApp,
  before: readonly string[],
  read: () => Promise<string[]>,
): Promise<string[]> {
  const cached = await read();
  app.nest.get(ResponseCache).clear();
  const uncached = await read();
  expect(cached).toEqual(uncached);
  expect(uncached).not.toEqual(before);
  return uncached;
}
