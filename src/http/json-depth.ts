/** Deeper JSON than this is an attack: no form and no filter nests so far. */
export const DEEPEST_JSON = 100;

/** Whether a parsed value nests too deep. Level by level and without recursion, which the depth itself would overflow. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST_JSON) return true;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
  }
  return false;
}
