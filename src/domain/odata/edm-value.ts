import type { SubmissionColumn } from '../query/submission-field';
import type { MergedField } from '../form-history/merged-schema';

export type ODataField =
  /** Submission id, index of the row in the submission (from 1), or index of the parent row. */
  | { readonly source: 'key'; readonly part: KeyPart; readonly type: 'Edm.Int64' }
  | {
      readonly source: 'column';
      readonly column: Exclude<SubmissionColumn, 'id'>;
      readonly type: 'Edm.String' | 'Edm.DateTimeOffset';
    }
  | { readonly source: 'validationStatus' | 'status'; readonly type: 'Edm.String' }
  | AnswerField;

export type KeyPart = 'submission' | 'index' | 'parentIndex';

export interface AnswerField {
  readonly source: 'answer';
  readonly of: 'submission' | 'row';
  /** Paths of the answer by form version, newest first; the first one with an answer counts. */
  readonly paths: readonly string[];
  readonly type: EdmType;
  /** Index in a geo point: latitude, longitude, altitude, precision. */
  readonly coordinate?: number;
  /** Paths in the submission of answers whose zone a timestamp without one is in; else UTC. */
  readonly zonePaths?: readonly string[];
}

export interface EntityProperty {
  readonly name: string;
  readonly field: ODataField;
}

/** True for key properties, which are never null. */
export function isKey({ field }: EntityProperty): boolean {
  return field.source === 'key' && field.part !== 'parentIndex';
}

/** Property types. An answer that does not parse as its type is null (contract-odata 2). */
export type EdmType = 'Edm.Int64' | 'Edm.Double' | 'Edm.String' | 'Edm.Date' | 'Edm.DateTimeOffset';

const LEAP = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29';
const DAY = `(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|${LEAP})`;
const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,12})?)?';
const ZONE = '(Z|[-+]((0[0-9]|1[0-3])(:?[0-5][0-9])?|14(:?00)?))';

/** Zone at the end of a timestamp; the first group has it. */
export const ZONE_PATTERN = `T[0-9:.]+${ZONE}$`;

/** Regular expressions of valid texts, in the common dialect of JavaScript and PostgreSQL. */
export const EDM_PATTERNS = {
  // Programs write whole numbers with a fraction of zeros, too.
  'Edm.Int64': '^[-+]?[0-9]{1,30}([.]0{0,20})?$',
  'Edm.Double': '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$',
  'Edm.Date': `^${DAY}$`,
  // Clients also answer without a zone, without seconds, or with an hour only as the zone.
  'Edm.DateTimeOffset': `^${DAY}T${CLOCK}${ZONE}?$`,
} as const satisfies Partial<Record<EdmType, string>>;

export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

const EXPRESSIONS = new Map(Object.entries(EDM_PATTERNS).map(([type, source]) => [type, new RegExp(source)]));

const TIME_PARTS = /^(.{16})(:\d\d)?([.]\d{1,6})?[\d.]*/;
const ZONE_EXPRESSION = new RegExp(ZONE_PATTERN);
const UTC = 'Z';

/**
 * Completes a timestamp to the form that `Edm.DateTimeOffset` requires: seconds, at most six digits of a fraction, and a zone.
 * @param zone of a timestamp without one @returns undefined for other texts
 */
export function edmTimestamp(text: string, zone = UTC): string | undefined {
  if (!EXPRESSIONS.get('Edm.DateTimeOffset')!.test(text)) return undefined;
  const [, minutes, seconds = ':00', fraction = ''] = TIME_PARTS.exec(text)!;
  return `${minutes}${seconds}${fraction}${zoneOf(text) ?? zone}`;
}

/** Zone at the end of a timestamp, such as `+03:00`; undefined without one. */
export function zoneOf(text: string): string | undefined {
  const zone = ZONE_EXPRESSION.exec(text)?.[1];
  if (zone === undefined || zone === UTC) return zone;
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** Serializes an answer as JSON; `null` unless it parses as the type. @param zone of a timestamp without one */
export function edmJson(type: EdmType, text: string, zone?: string): string {
  if (type === 'Edm.String') return JSON.stringify(text);
  if (!EXPRESSIONS.get(type)!.test(text)) return 'null';
  switch (type) {
    case 'Edm.Int64': {
      const whole = readWhole(text);
      return whole === undefined ? 'null' : whole.toString();
    }
    case 'Edm.Double':
      return JSON.stringify(Number(text));
    case 'Edm.Date':
      return `"${text}"`;
    case 'Edm.DateTimeOffset':
      return `"${edmTimestamp(text, zone)}"`;
  }
}

/** Parses a 64-bit integer that may have a fraction of zeros, as programs write it. @returns undefined for other texts */
export function readWhole(text: string): bigint | undefined {
  return readInt64(text.replace(/[.]0{0,20}$/, ''));
}

/** Parses a 64-bit integer. @returns undefined for other texts, or out of range */
export function readInt64(text: string): bigint | undefined {
  if (!/^[-+]?[0-9]{1,30}$/.test(text)) return undefined;
  // BigInt does not parse signs.
  const magnitude = BigInt(text.replace(/^[-+]/, ''));
  const whole = text.startsWith('-') ? -magnitude : magnitude;
  return whole >= INT64.min && whole <= INT64.max ? whole : undefined;
}

/** Parses a 64-bit floating point number. @returns undefined for other texts */
export function readFloat64(text: string): number | undefined {
  return EXPRESSIONS.get('Edm.Double')!.test(text) ? Number(text) : undefined;
}

/** Parses a timestamp. @returns microseconds since 1970, or undefined for other texts */
export function readTimestamp(text: string): bigint | undefined {
  const zoned = zoneOf(text) === undefined ? undefined : edmTimestamp(text);
  if (zoned === undefined) return undefined;
  const fraction = /[.]([0-9]+)/.exec(zoned)?.[1] ?? '';
  const seconds = Date.parse(zoned.replace(/[.][0-9]+/, ''));
  return BigInt(seconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/** True for a valid calendar date, such as `2024-02-29`. */
export function isEdmDate(text: string): boolean {
  return EXPRESSIONS.get('Edm.Date')!.test(text);
}

/** Paths of the answers of a submission that tell the zone of the device: `start`, then `end`. */
export function zonePathsOf(fields: readonly MergedField[]): string[] {
  return ['start', 'end'].flatMap((type) =>
    fields.filter((field) => field.type === type).flatMap(({ paths }) => [...new Set(paths.values())]),
  );
}

/** Zone of the device of a submission; undefined if unknown. */
export function deviceZone(
  submission: Readonly<Record<string, unknown>>,
  zonePaths: readonly string[],
): string | undefined {
  for (const path of zonePaths) {
    const time = submission[path];
    const zone = typeof time === 'string' ? zoneOf(time) : undefined;
    if (zone !== undefined) return zone;
  }
  return undefined;
}
