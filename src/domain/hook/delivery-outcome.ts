import type { DeliveryStatus } from './hook';

export type AttemptResult =
  | { readonly kind: 'response'; readonly statusCode: number; readonly text: string }
  | { readonly kind: 'timeout'; readonly message: string }
  | { readonly kind: 'unreachable'; readonly message: string };

export interface DeliveryOutcome {
  readonly status: Extract<DeliveryStatus, 'success' | 'failed' | 'pending'>;
  /** Null without a response. */
  readonly statusCode: number | null;
  readonly message: string;
  /** Delay of the next attempt in ms; defined for `pending`. */
  readonly retryInMs: number | undefined;
}

/** Errors of an overloaded or restarting receiver and its gateways: like timeouts, worth a retry. */
const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);
const MINUTE_MS = 60_000;
/** Retry delays before attempts two to four: roughly exponential backoff, without jitter (contract-data 8.1). */
const RETRY_DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS];

/**
 * Status of a delivery after an attempt, and when to retry.
 * @param tries attempts including this one
 */
export function deliveryOutcome(result: AttemptResult, tries: number): DeliveryOutcome {
  const response = {
    statusCode: result.kind === 'response' ? result.statusCode : null,
    message: result.kind === 'response' ? messageOf(result) : result.message,
  };
  if (result.kind === 'response' && result.statusCode >= 200 && result.statusCode < 300) {
    return { ...response, status: 'success', retryInMs: undefined };
  }
  const isTransient =
    result.kind === 'timeout' || (result.kind === 'response' && TRANSIENT_STATUSES.has(result.statusCode));
  const retryInMs = isTransient ? RETRY_DELAYS_MS[tries - 1] : undefined;
  return { ...response, status: retryInMs === undefined ? 'failed' : 'pending', retryInMs };
}

function messageOf({ statusCode, text }: Extract<AttemptResult, { kind: 'response' }>): string {
  const message = plainText(text);
  const isRedirect = statusCode >= 300 && statusCode < 400;
  return message === '' && isRedirect
    ? 'The endpoint redirects. Set the final URL as the endpoint.'
    : message;
}

const MAX_MESSAGE_CHARACTERS = 4096;

/** Text of a response without tags and without characters that PostgreSQL rejects. */
function plainText(text: string): string {
  return text
    .replace(/<[^<>]*>/g, '')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim()
    .slice(0, MAX_MESSAGE_CHARACTERS);
}
