/** Property types. An answer that does not parse as its type is null (contract-odata 2). */
export type EdmType = 'Edm.Int64' | 'Edm.Double' | 'Edm.String' | 'Edm.Date' | 'Edm.DateTimeOffset';

const LEAP = '([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29';
const DAY = `(?!0000)([0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])|${LEAP})`;
const CLOCK = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';
const ZONE = '(Z|[-+]((0[0-9]|1[0-3]):[0-5][0-9]|14:00))';

/** Regular expressions of valid texts, in the common dialect of JavaScript and PostgreSQL. */
export const EDM_PATTERNS = {
  'Edm.Int64': '^[-+]?[0-9]{1,30}$',
  'Edm.Double': '^[-+]?([0-9]{1,100}([.][0-9]{0,100})?|[.][0-9]{1,100})([eE][-+]?[0-9]{1,2})?$',
  'Edm.Date': `^${DAY}$`,
  'Edm.DateTimeOffset': `^${DAY}T${CLOCK}([.][0-9]{1,6})?${ZONE}$`,
} as const satisfies Partial<Record<EdmType, string>>;

export const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;

const EXPRESSIONS = new Map(Object.entries(EDM_PATTERNS).map(([type, source]) => [type, new RegExp(source)]));

/** Serializes an answer as JSON; `null` unless it parses as the type. */
export function edmJson(type: EdmType, text: string): string {
  if (type === 'Edm.String') return JSON.stringify(text);
  if (!EXPRESSIONS.get(type)!.test(text)) return 'null';
  switch (type) {
    case 'Edm.Int64': {
      const whole = readInt64(text);
      return whole === undefined ? 'null' : whole.toString();
    }
    case 'Edm.Double':
      return JSON.stringify(Number(text));
    case 'Edm.Date':
    case 'Edm.DateTimeOffset':
      return `"${text}"`;
  }
}

/** Parses a 64-bit integer. @returns undefined for other texts, or out of range */
export function readInt64(text: string): bigint | undefined {
  if (!EXPRESSIONS.get('Edm.Int64')!.test(text)) return undefined;
  // BigInt does not parse signs.
  const magnitude = BigInt(text.replace(/^[-+]/, ''));
  const whole = text.startsWith('-') ? -magnitude : magnitude;
  return whole >= INT64.min && whole <= INT64.max ? whole : undefined;
}

/** Parses a timestamp. @returns microseconds since 1970, or undefined for other texts */
export function readTimestamp(text: string): bigint | undefined {
  if (!EXPRESSIONS.get('Edm.DateTimeOffset')!.test(text)) return undefined;
  const fraction = /[.]([0-9]+)/.exec(text)?.[1] ?? '';
  const seconds = Date.parse(text.replace(/[.][0-9]+/, ''));
  return BigInt(seconds) * 1_000n + BigInt(fraction.padEnd(6, '0'));
}

/** True for a valid calendar date, such as `2024-02-29`. */
export function isEdmDate(text: string): boolean {
  return EXPRESSIONS.get('Edm.Date')!.test(text);
}
