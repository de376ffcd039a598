import { isJsonObject, type JsonObject } from '../text/json-value';

/** Readers of JSON of other servers and versions: what is absent or of another type becomes empty. */
export function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** Undefined for '' and anything but a text. */
export function optionalText(value: unknown): string | undefined {
  return textOf(value) || undefined;
}

export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf).filter((text) => text !== '') : [];
}

/** Reads a time, in UTC if it has no zone. @param fallback for an absent or malformed one */
export function dateOf(value: unknown, fallback: Date): Date {
  const text = textOf(value);
  const date = new Date(/(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? fallback : date;
}

/** Last segment of a URL path, decoded: the name of a linked resource. */
export function linkedName(value: unknown): string | undefined {
  const name = /([^/]+)\/?(?:\?.*)?$/.exec(textOf(value))?.[1];
  try {
    return name === undefined ? undefined : decodeURIComponent(name);
  } catch {
    return name;
  }
}
