import type { DeliveryStatus } from './hook';

/** What came of one try. A try that brought no answer at all has a sentence in the place of a status. */
export type TryResult =
  | { readonly kind: 'answered'; readonly statusCode: number; readonly text: string }
  | { readonly kind: 'silent'; readonly message: string }
  | { readonly kind: 'unreached'; readonly message: string };

export interface DeliveryOutcome {
  readonly status: Extract<DeliveryStatus, 'success' | 'failed' | 'pending'>;
  /** Null when the other side did not answer. */
  readonly statusCode: number | null;
  readonly message: string;
  /** Milliseconds until the next try; for one that is pending. */
  readonly againInMs: number | undefined;
}

/** A proxy that finds nobody behind it, and a side that does not answer in time, may do better later. */
const PASSING = new Set([502, 503, 504]);
const MINUTE_MS = 60_000;
/** How long the second, third and fourth try wait; there is no fifth by itself (contract-data 8.1). */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS];

/** @param tries this one included */
export function deliveryOutcome(result: TryResult, tries: number): DeliveryOutcome {
  const told = {
    statusCode: result.kind === 'answered' ? result.statusCode : null,
    message: result.kind === 'answered' ? messageOf(result) : result.message,
  };
  if (result.kind === 'answered' && result.statusCode >= 200 && result.statusCode < 300) {
    return { ...told, status: 'success', againInMs: undefined };
  }
  const mayPass = result.kind === 'silent' || (result.kind === 'answered' && PASSING.has(result.statusCode));
  const againInMs = mayPass ? WAITS_MS[tries - 1] : undefined;
  return { ...told, status: againInMs === undefined ? 'failed' : 'pending', againInMs };
}

function messageOf({ statusCode, text }: Extract<TryResult, { kind: 'answered' }>): string {
  const said = plainText(text);
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return said === '' && isRedirect ? 'The endpoint redirects; name the URL that it ends at.' : said;
}

const LONGEST_MESSAGE = 4096;

/** What a page says, without its tags and without what no text may hold. */
function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, '')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .slice(0, LONGEST_MESSAGE);
}
