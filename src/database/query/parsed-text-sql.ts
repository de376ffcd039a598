import { EDM_PATTERNS, ZONE_PATTERN } from '../../domain/odata/edm-value';

/** A value of a text that matches the pattern of its type; null for other texts. */
export function parsedSql(type: keyof typeof EDM_PATTERNS, text: string, value: string): string {
  return `CASE WHEN ${text} ~ '${EDM_PATTERNS[type]}' THEN ${value} END`;
}

export function doubleSql(text: string): string {
  return parsedSql('Edm.Double', text, `(${text})::float8`);
}

/**
 * Microseconds since 1970 of a time.
 * @param zoneSources texts whose zone a time without one is in, by precedence; else it is in UTC
 */
export function timestampSql(text: string, zoneSources: readonly string[] = []): string {
  return microsecondsSql(`(${timestampTextSql(text, zoneSources)})::timestamptz`);
}

/** Completes a time with seconds and a zone, and cuts its fraction, as `edmTimestamp` does. */
export function timestampTextSql(text: string, zoneSources: readonly string[] = []): string {
  const full = `regexp_replace(regexp_replace(${text}, '^(.{16})(?!:)', '\\1:00'), '([.][0-9]{6})[0-9]+', '\\1')`;
  const zones = zoneSources.map((source) => `substring(${source} from '${ZONE_PATTERN}'), `);
  const zone = `CASE WHEN ${text} ~ '${ZONE_PATTERN}' THEN '' ELSE coalesce(${zones.join('')}'Z') END`;
  return parsedSql('Edm.DateTimeOffset', text, `${full} || ${zone}`);
}

export function microsecondsSql(time: string): string {
  return `(extract(epoch FROM ${time}) * 1000000)`;
}

/** Time in UTC, without a zone, of microseconds since 1970. */
export function utcTextSql(microseconds: string): string {
  return `to_char(to_timestamp((${microseconds}) / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
}
