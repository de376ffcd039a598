import { hash } from 'node:crypto';
import type { RandomBytes } from '../asset/uid';
import { InvalidError } from '../errors';
import { readTime } from '../text/wire-date';
import type { Scope } from './actor';

/** 160 random bits cannot be guessed, so that a fast hash suffices. */
const KEY_BYTES = 20;

/** A new API key: 40 hexadecimal digits, as existing clients expect (contract-clients 4). */
export function generateKey(randomBytes: RandomBytes): string {
  return Buffer.from(randomBytes(KEY_BYTES)).toString('hex');
}

/** SHA-256 of a key, under which it is stored and looked up (decision 23). */
export function hashOfKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/**
 * Parses the expiry of a token: a date (midnight) or a date and time, in UTC unless it has an offset.
 * Absent, null or empty: never.
 * @throws InvalidError on the field `date_expires`
 */
export function readExpiry(sent: unknown): Date | null {
  if (sent === undefined || sent === null || sent === '') return null;
  const date = readTime(sent);
  if (date === undefined) {
    throw InvalidError.at(
      'date_expires',
      'Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ, or omit it for a token that never expires.',
    );
  }
  return date;
}

/** @throws InvalidError on the field `date_expires` unless it is after `now` */
export function assertInFuture(expires: Date | null, now: Date): void {
  if (expires !== null && expires <= now) {
    throw InvalidError.at('date_expires', 'Choose a date in the future.');
  }
}

/** In display order. */
export const SCOPES = ['read', 'write'] as const satisfies readonly Scope[];

/**
 * Parses the scopes of a token, deduplicated and sorted.
 * @param sent a list, or text separated by white space or commas; absent: all scopes
 * @throws InvalidError on the field `scopes`
 */
export function readScopes(sent: unknown): Scope[] {
  if (sent === undefined) return [...SCOPES];
  const words: unknown[] = typeof sent === 'string' ? sent.split(/[\s,]+/).filter(Boolean) : asList(sent);
  const unknown = words.find((word) => !(SCOPES as readonly unknown[]).includes(word));
  if (unknown !== undefined) {
    throw InvalidError.at('scopes', `${JSON.stringify(unknown)} is not a valid choice.`);
  }
  if (words.length === 0) throw InvalidError.at('scopes', `Choose one or more of ${SCOPES.join(', ')}.`);
  return SCOPES.filter((scope) => words.includes(scope));
}

function asList(sent: unknown): unknown[] {
  return Array.isArray(sent) ? sent : [sent];
}

/** Credentials of an account other than its password. */
export const USER_CREDENTIAL_KINDS = ['default-token', 'token', 'session', 'application'] as const;

export interface UserCredential {
  readonly kind: (typeof USER_CREDENTIAL_KINDS)[number];
  /** Unique per user: `default`, the uid of a token, `session-7`, or the client id of an application. */
  readonly uid: string;
  /** Name of the token or application; empty for other kinds. */
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: Date;
  /** Null: no expiry. */
  readonly expires: Date | null;
  /** Null: never used, or not recorded. */
  readonly lastUsed: Date | null;
  /** Client address at sign-in; null for other kinds. */
  readonly address: string | null;
  /** User-Agent header at sign-in; null for other kinds. */
  readonly agent: string | null;
}

/** Session id in a credential uid; undefined for other kinds. */
export function sessionIdOf(uid: string): number | undefined {
  const digits = /^session-([1-9]\d{0,8})$/.exec(uid)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
