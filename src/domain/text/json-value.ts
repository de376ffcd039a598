import { parseLossless } from './lossless-json';

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects other than null and lists. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; numbers keep their digits. @returns undefined for malformed text and other values */
export function parseJson(text: unknown, parse = parseLossless): unknown {
  try {
    return typeof text === 'string' ? parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Parses `true`, `1`, `yes`, `on` and opposites in any letter case; returns other values unchanged for validation. */
export function parseBooleanFlag(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const word = String(value).toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(word)) return true;
  if (['false', '0', 'no', 'off'].includes(word)) return false;
  return value;
}

/** JSON with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
