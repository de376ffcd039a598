export interface AccessCell {
  readonly route: string;
  readonly caller: string;
  readonly status: number;
}

/** Parses a header row of callers, then rows of a route, two spaces or more, and one status per caller. */
export function readAccessTable(table: string): AccessCell[] {
  const [head, ...lines] = table
    .split('\n')
    .map((line) => line.replaceAll('|', ' ').trim())
    .filter((line) => line !== '');
  const callers = head!.split(/\s+/);
  return lines.flatMap((line) => {
    const [, route = '', rest = ''] = /^(.*?\S) {2,}(.*)$/.exec(line) ?? [];
    const statuses = rest.trim().split(/\s+/).map(Number);
    if (statuses.length !== callers.length || statuses.some(Number.isNaN)) {
      throw new Error(
        `A line of the access table has ${statuses.length} of ${callers.length} columns: ${line}`,
      );
    }
    return callers.map((caller, column) => ({ route, caller, status: statuses[column]! }));
  });
}
