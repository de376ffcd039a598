import { InvalidError } from '../errors';
import { isJsonObject, type JsonObject } from '../text/json-value';
import type { HookSettings } from './hook';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers of the transport, and those that the service sets. */
const RESERVED_HEADER =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|webhook-.*)$/i;
/** Headers with secret values. */
const SECRET_HEADER = /auth|cookie|token|secret|password|key/i;

/** Replaces secrets in responses; sent back, it keeps the stored secret. */
const MASK = '********';

/** Custom headers of a hook. */
export function customHeaders(settings: HookSettings): [name: string, value: string][] {
  return Object.entries(toJsonObject(toJsonObject(settings)['custom_headers'])).map(([name, value]) => [
    name,
    String(value),
  ]);
}

/** Credentials of HTTP Basic; '' if absent. */
export function basicCredentials(settings: HookSettings): { username: string; password: string } {
  const { username, password } = toJsonObject(settings);
  return { username: textOf(username), password: textOf(password) };
}

/** @throws InvalidError for a header that is malformed or reserved */
export function assertSettings(settings: HookSettings): void {
  for (const [name, value] of customHeaders(settings)) {
    const shown = JSON.stringify(name.slice(0, 100));
    if (!HEADER_NAME.test(name) || !HEADER_VALUE.test(value)) {
      throw InvalidError.at(
        'settings',
        `The header ${shown} is not valid. Use ASCII text without line breaks.`,
      );
    }
    if (RESERVED_HEADER.test(name)) {
      throw InvalidError.at('settings', `The header ${shown} is set by the service. Remove it.`);
    }
  }
}

/** Masks the password and secret headers, for responses. */
export function maskSecrets(settings: HookSettings): HookSettings {
  return replaceSecrets(settings, (value) => (value === '' || value === null ? value : MASK));
}

/** Replaces masks in settings that were sent by the stored secrets. */
export function restoreSecrets(sent: HookSettings, stored: HookSettings): HookSettings {
  const storedHeaders = toJsonObject(toJsonObject(stored)['custom_headers']);
  return replaceSecrets(sent, (value, header) => {
    if (value !== MASK) return value;
    return (header === undefined ? toJsonObject(stored)['password'] : storedHeaders[header]) ?? '';
  });
}

function replaceSecrets(
  settings: HookSettings,
  replace: (value: unknown, header?: string) => unknown,
): HookSettings {
  if (!isJsonObject(settings)) return settings;
  const { password, custom_headers: headers } = settings;
  return {
    ...settings,
    ...(password !== undefined && { password: replace(password) }),
    ...(isJsonObject(headers) && {
      custom_headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          SECRET_HEADER.test(name) ? replace(value, name) : value,
        ]),
      ),
    }),
  };
}

function toJsonObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
