/** That rows of one table name rows of another. */
export interface Reference {
  readonly from: string;
  readonly to: string;
}

/**
 * Tables in an order in which they can be filled: what is named comes before what names it. A table may name itself.
 * @throws Error when tables name each other in a circle
 */
export function inFillingOrder(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  let waiting = [...tables].sort();
  while (waiting.length > 0) {
    const isOpen = new Set(waiting);
    const ready = waiting.filter((table) =>
      references.every(({ from, to }) => from !== table || to === table || !isOpen.has(to)),
    );
    if (ready.length === 0) throw new Error(`The tables ${waiting.join(', ')} name each other in a circle.`);
    ordered.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
