import { EDM_PATTERNS } from '../../domain/odata/edm-value';

/** A value of a text that matches the pattern of its type; null for other texts. */
export function parsedSql(type: keyof typeof EDM_PATTERNS, text: string, value: string): string {
  return `CASE WHEN ${text} ~ '${EDM_PATTERNS[type]}' THEN ${value} END`;
}

export function doubleSql(text: string): string {
  return parsedSql('Edm.Double', text, `(${text})::float8`);
}

/** Microseconds since 1970 of a time with its offset. */
export function timestampSql(text: string): string {
  return parsedSql('Edm.DateTimeOffset', text, microsecondsSql(`(${text})::timestamptz`));
}

export function microsecondsSql(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)`;
}
