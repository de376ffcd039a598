import { hash } from 'node:crypto';
import type { RandomBytes } from '../asset/uid';
import { InvalidError } from '../errors';
import { readTime } from '../text/wire-date';
import type { Scope, UserActor } from './actor';

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

/** Digits of a TOTP code (RFC 6238), as authenticator apps show them. */
export const MFA_CODE_LENGTH = 6;

/** The only method, as KoboToolbox names it. */
export const MFA_METHOD = 'app';

/** off: the password suffices; required: the user must enrol before signing in; active: a code is required. */
export type MfaState = 'off' | 'required' | 'active';

export interface MfaAccount {
  readonly isSuperuser: boolean;
  /** Set for the account by a superuser. */
  readonly isRequired: boolean;
  readonly isActive: boolean;
}

/** @param policy accounts that the operator requires to enrol */
export function mfaState(account: MfaAccount, policy: 'none' | 'superusers' | 'all'): MfaState {
  if (account.isActive) return 'active';
  return isMfaRequired(account, policy) ? 'required' : 'off';
}

export function isMfaRequired(
  { isSuperuser, isRequired }: Pick<MfaAccount, 'isSuperuser' | 'isRequired'>,
  policy: 'none' | 'superusers' | 'all',
): boolean {
  return isRequired || policy === 'all' || (policy === 'superusers' && isSuperuser);
}

export const RECOVERY_CODE_COUNT = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Crockford's base 32: no letter looks like another one or a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten recovery codes of 50 random bits, written as `xxxxx-xxxxx`. */
export function generateRecoveryCodes(randomBytes: RandomBytes): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => {
    const code = Array.from(randomBytes(RECOVERY_CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
    return `${code.slice(0, 5).join('')}-${code.slice(5).join('')}`;
  });
}

export type MfaCode =
  { readonly kind: 'totp'; readonly code: string } | { readonly kind: 'recovery'; readonly code: string };

/**
 * Reads a code as people type it: spaces, hyphens, marks of direction and letter case do not matter, and digits may be
 * those of Arabic and Persian keyboards. Undefined for other text.
 */
export function readMfaCode(typed: string): MfaCode | undefined {
  const code = typed
    .replace(/[\s\u200e\u200f\u061c-]/g, '')
    // The digits of both scripts begin at a multiple of 16.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .toLowerCase();
  if (/^\d+$/.test(code) && code.length === MFA_CODE_LENGTH) return { kind: 'totp', code };
  const recovery = code.replace(/o/g, '0').replace(/[il]/g, '1');
  return /^[0-9a-hjkmnp-tv-z]{10}$/.test(recovery) ? { kind: 'recovery', code: recovery } : undefined;
}

/** A session that a cookie identifies. */
export interface BrowserSession {
  readonly id: number;
  readonly actor: UserActor;
  readonly expires: Date;
  /** Of the pages, as the account chose it; null where it chose none. */
  readonly language: string | null;
}

/** Absolute lifetime of two weeks; use does not extend it. */
export const SESSION_LIFETIME_MS = 14 * 24 * 60 * 60_000;
/** How long the password of a sign-in counts as just entered. */
const FRESH_MS = 10 * 60_000;

/** Whether a person has just signed in to the session. */
export function isFresh({ expires }: BrowserSession, now: Date): boolean {
  return now.getTime() < expires.getTime() - SESSION_LIFETIME_MS + FRESH_MS;
}

type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first match wins: browsers name those that they descend from too. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\biPad\b/, 'iPad'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\b(?:Linux|X11)\b/, 'Linux'],
];

/** Browser and system of a User-Agent header, such as `Firefox on Windows`; undefined if neither is known. */
export function describeUserAgent(agent: string): string | undefined {
  const browser = nameIn(agent, BROWSERS);
  const system = nameIn(agent, SYSTEMS);
  if (browser === undefined) return system === undefined ? undefined : `Browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function nameIn(agent: string, names: Names): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
