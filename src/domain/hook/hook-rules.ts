import { InvalidError } from '../errors';
import { isJsonObject, type JsonObject } from '../text/json-members';

const MAX_ENDPOINT_LENGTH = 2048;
export const PLACEHOLDER = '%SUBMISSION%';
/** Contains quotes, so that a placeholder inside a string makes invalid JSON. */
const SAMPLE_SUBMISSION = '{"a":1}';

/** Control characters and backslashes, which parsers drop or turn into slashes. */
const AMBIGUOUS = /[\x00-\x1f\x7f\\]/;
const UNUSUAL =
  'Enter a valid URL, such as https://example.org/in, without backslashes and with an address in dotted decimals.';

/** @throws InvalidError unless it is an HTTP(S) URL without credentials, at most 2048 characters long */
export function assertEndpoint(endpoint: string): void {
  const invalid = (message: string): InvalidError => InvalidError.at('endpoint', message);
  if (endpoint === '') throw invalid('This field may not be blank.');
  if (!/^https?:/i.test(endpoint)) throw invalid('Invalid scheme');
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) throw invalid('Enter a valid URL.');
  const { username, password, hostname } = new URL(endpoint);
  // Deliveries refuse notations that parsers read differently.
  const isRenumbered = /^[\d.]+$/.test(hostname) && !endpoint.includes(`://${hostname}`);
  if (AMBIGUOUS.test(endpoint) || isRenumbered) throw invalid(UNUSUAL);
  if (username !== '' || password !== '') {
    throw invalid('The URL contains credentials. Send them in `settings` as `username` and `password`.');
  }
}

/** @throws InvalidError for a template that does not produce JSON, or for another payload format */
export function assertTemplate(template: string | null, format: PayloadFormat): void {
  if (template === null || template === '') return;
  const invalid = (message: string): InvalidError => InvalidError.at('payload_template', message);
  if (format !== 'json') throw invalid('Can be used only with JSON submission format');
  try {
    JSON.parse(template.replaceAll(PLACEHOLDER, SAMPLE_SUBMISSION));
  } catch {
    throw invalid('Invalid JSON');
  }
}

export const PAYLOAD_FORMATS = ['json', 'xml'] as const;
export type PayloadFormat = (typeof PAYLOAD_FORMATS)[number];

export const AUTH_LEVELS = ['no_auth', 'basic_auth'] as const;
export type AuthLevel = (typeof AUTH_LEVELS)[number];

/** Name or path of a question to send. */
export type SubsetField = string | number;

/** Change of the submission that caused the delivery: created, or changed. */
export type DeliveryCause = 'created' | 'updated';

/** Delivery status by its number on the wire (contract-data 8.1). */
export const DELIVERY_STATUS = { failed: 0, pending: 1, success: 2, processing: 3 } as const;
export type DeliveryStatus = keyof typeof DELIVERY_STATUS;

/** Settings of an endpoint: `custom_headers`, `username`, `password`. Other values are stored and not used. */
export type HookSettings = unknown;

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
