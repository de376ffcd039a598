import { AssetReads } from '../../src/database/cache/asset-reads';
import type { TestApp } from './app';

/**
 * What a process shows after a change that another made is what it shows once all that it kept is lost, and is not what it
 * showed before.
 * @param before what it answered before the change
 * @param answers asks it anew
 * @returns what it answers now
 */
export async function expectChangeShown(
  shower: TestApp,
  before: readonly string[],
  answers: () => Promise<string[]>,
): Promise<string[]> {
  const shown = await answers();
  shower.nest.get(AssetReads).lost();
  const now = await answers();
  expect(shown).toEqual(now);
  expect(now).not.toEqual(before);
  return now;
}
