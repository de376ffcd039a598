import type { UserActor } from './actor';

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
