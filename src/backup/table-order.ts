export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Topological order of tables by foreign keys: referenced tables first. Self-references are allowed.
 * @throws Error for a cycle
 */
export function topologicalOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let remaining = [...tables].sort();
  while (remaining.length > 0) {
    const unordered = new Set(remaining);
    const ready = remaining.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !unordered.has(to)),
    );
    if (ready.length === 0)
      throw new Error(`The tables ${remaining.join(', ')} reference each other in a cycle.`);
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}
