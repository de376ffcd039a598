import { type InstanceDocument, selectElements } from '../submission/instance-document';
import type { JsonObject } from '../text/json-members';
import { PLACEHOLDER, type DeliveryStatus } from './hook-rules';

export interface PayloadOptions {
  /** Names, or paths with a slash, of questions; empty sends all. */
  readonly subsetFields: readonly string[];
  /** JSON with a placeholder for the submission; null sends the submission only. */
  readonly template: string | null;
}

/**
 * JSON body of a delivery (contract-data 8.1).
 * @param json the submission as its owner views it, with URL markers filled in
 */
export function jsonPayload(json: string, { subsetFields, template }: PayloadOptions): string {
  const payload =
    subsetFields.length === 0
      ? json
      : JSON.stringify(subsetOf(JSON.parse(json) as JsonObject, fieldSelector(subsetFields)));
  return template === null ? payload : template.replaceAll(PLACEHOLDER, () => payload);
}

/** Instance reduced to the selected elements and their descendants. */
export function xmlPayload(document: InstanceDocument, subsetFields: readonly string[]): InstanceDocument {
  return subsetFields.length === 0 ? document : selectElements(document, fieldSelector(subsetFields));
}

type IsSelected = (path: string) => boolean;

/** A name matches any segment of a path; a path matches itself and its descendants. */
function fieldSelector(fields: readonly string[]): IsSelected {
  return (path) =>
    fields.some((field) =>
      field.includes('/') ? path === field || path.startsWith(`${field}/`) : path.split('/').includes(field),
    );
}

function subsetOf(submission: JsonObject, isSelected: IsSelected): JsonObject {
  return Object.fromEntries(
    Object.entries(submission).flatMap(([path, value]) => {
      if (isSelected(path)) return [[path, value]];
      const rows = repetitionsOf(value).map((row) => subsetOf(row, isSelected));
      return rows.some((row) => Object.keys(row).length > 0) ? [[path, rows]] : [];
    }),
  );
}

/** Repetitions of a repeat, keyed by full path; empty for other values. */
function repetitionsOf(value: unknown): JsonObject[] {
  const isRow = (each: unknown): each is JsonObject => typeof each === 'object' && each !== null;
  return Array.isArray(value) && value.every(isRow) ? value : [];
}

export type AttemptResult =
  | {
      readonly kind: 'response';
      readonly statusCode: number;
      readonly text: string;
      /** Header Retry-After: seconds or an HTTP date. */
      readonly retryAfter?: string | undefined;
    }
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
/** Longest wait that a receiver can ask for: quotas of a day. */
const MAX_RETRY_AFTER_MS = 24 * 60 * MINUTE_MS;

/**
 * Status of a delivery after an attempt, and when to retry: never earlier than the receiver asks for, up to a day.
 * @param tries attempts including this one
 */
export function deliveryOutcome(result: AttemptResult, tries: number, now: Date): DeliveryOutcome {
  const response = {
    statusCode: result.kind === 'response' ? result.statusCode : null,
    message: result.kind === 'response' ? messageOf(result) : result.message,
  };
  if (result.kind === 'response' && result.statusCode >= 200 && result.statusCode < 300) {
    return { ...response, status: 'success', retryInMs: undefined };
  }
  const isTransient =
    result.kind === 'timeout' || (result.kind === 'response' && TRANSIENT_STATUSES.has(result.statusCode));
  const delay = isTransient ? RETRY_DELAYS_MS[tries - 1] : undefined;
  if (delay === undefined) return { ...response, status: 'failed', retryInMs: undefined };
  const asked = result.kind === 'response' ? retryAfterMs(result.retryAfter, now) : 0;
  return { ...response, status: 'pending', retryInMs: Math.max(delay, asked) };
}

/** Wait that a Retry-After header asks for (RFC 9110 10.2.3), in ms; 0 without a readable one. */
function retryAfterMs(header = '', now: Date): number {
  const text = header.trim();
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS);
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
