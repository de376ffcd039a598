/** One cell of an access table: this caller asks this, and gets that. */
export interface AccessCell {
  readonly route: string;
  readonly caller: string;
  readonly status: number;
}

/**
 * Reads a table written as text: the first line names the callers, every other one a route and a status for each of
 * them. Columns are parted by white space, `|` is for the eye, and a route ends with two spaces or more.
 */
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
