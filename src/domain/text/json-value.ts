import { parseLossless } from './lossless-json';

export type JsonObject = Readonly<Record<string, unknown>>;

/** True for objects other than null and lists. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses JSON; numbers keep their digits. @returns undefined for malformed text and other values */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parseLossless(text) : undefined;
  } catch {
    return undefined;
  }
}
