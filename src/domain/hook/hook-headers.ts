import { InvalidError } from '../errors';
import type { HookSettings } from './hook';

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** What says how the message travels, or what we say of it ourselves. */
const OURS = /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|webhook-.*)$/i;
/** Headers whose values open doors. */
const SECRET = /auth|cookie|token|secret|password|key/i;

/** What stands in answers in the place of a secret; sent back, it leaves the secret as it is. */
const MASK = '********';

type Members = Readonly<Record<string, unknown>>;

/** Name and value of each header that a hook adds to what it sends. */
export function customHeaders(settings: HookSettings): [name: string, value: string][] {
  return Object.entries(membersOf(membersOf(settings)['custom_headers'])).map(([name, value]) => [
    name,
    String(value),
  ]);
}

/** Name and password of Basic; empty where they are not given. */
export function basicCredentials(settings: HookSettings): { username: string; password: string } {
  const { username, password } = membersOf(settings);
  return { username: textOf(username), password: textOf(password) };
}

/** @throws InvalidError for a header that can't be sent */
export function assertSettings(settings: HookSettings): void {
  for (const [name, value] of customHeaders(settings)) {
    const shown = JSON.stringify(name.slice(0, 100));
    if (!TOKEN.test(name) || !SENDABLE.test(value)) {
      throw new InvalidError({
        settings: [`The header ${shown} can't be sent; use plain letters and no line breaks.`],
      });
    }
    if (OURS.test(name)) {
      throw new InvalidError({ settings: [`The header ${shown} is set by the service; leave it out.`] });
    }
  }
}

/** The settings as answers show them: a password and the values of telling headers are masked. */
export function maskedSettings(settings: HookSettings): HookSettings {
  return withSecrets(settings, (value) => (value === '' || value === null ? value : MASK));
}

/** The settings that were sent, with what was masked in an answer as it is kept. */
export function unmaskedSettings(sent: HookSettings, kept: HookSettings): HookSettings {
  const keptHeaders = membersOf(membersOf(kept)['custom_headers']);
  return withSecrets(sent, (value, header) => {
    if (value !== MASK) return value;
    return (header === undefined ? membersOf(kept)['password'] : keptHeaders[header]) ?? '';
  });
}

function withSecrets(
  settings: HookSettings,
  replace: (value: unknown, header?: string) => unknown,
): HookSettings {
  if (!isMembers(settings)) return settings;
  const { password, custom_headers: headers } = settings;
  return {
    ...settings,
    ...(password !== undefined && { password: replace(password) }),
    ...(isMembers(headers) && {
      custom_headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          SECRET.test(name) ? replace(value, name) : value,
        ]),
      ),
    }),
  };
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
