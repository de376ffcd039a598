export interface SubmissionPage {
  readonly count: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly isLast: boolean;
  /** Whether further pages are not read. */
  readonly isCut: boolean;
}

interface DataList {
  readonly count: number;
  readonly next: string | null;
  readonly results: SubmissionPage['rows'];
}

/** Reads the pages of the API's data list, of this origin. @throws Error if a response is not a list */
export async function* readPages(source: string, maxPages: number): AsyncGenerator<SubmissionPage> {
  let path: string | undefined = source;
  for (let page = 1; path !== undefined; page += 1) {
    const response: Response = await fetch(path, { headers: { Accept: 'application/json' } });
    if (!response.ok) throw new Error(`Status ${response.status}`);
    const { count, next, results } = (await response.json()) as DataList;
    const isCut = next !== null && page === maxPages;
    path = next === null || isCut ? undefined : pathOf(next);
    yield { count, rows: results, isLast: path === undefined, isCut };
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
}
