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

const HEADERS = { headers: { Accept: 'application/json' } };
const RETRY_DELAYS_MS = [1000, 3000, 9000];

/** Retries after network errors, 503 and 429: one of hundreds of requests may fail. */
export async function fetchWithRetries(path: string, signal?: AbortSignal): Promise<Response> {
  for (const delay of RETRY_DELAYS_MS) {
    const response = await fetch(path, { ...HEADERS, signal: signal ?? null }).catch(() => undefined);
    signal?.throwIfAborted();
    if (response !== undefined && response.status !== 503 && response.status !== 429) return response;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return fetch(path, { ...HEADERS, signal: signal ?? null });
}

/** Reads the pages of the API's data list, of this origin. @throws Error if a response is not a list */
export async function* readPages(source: string, maxPages: number): AsyncGenerator<SubmissionPage> {
  let path: string | undefined = source;
  for (let page = 1; path !== undefined; page += 1) {
    const response: Response = await fetchWithRetries(path);
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
