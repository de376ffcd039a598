/** Letters and digits that uids are made of. */
const UID = '[23456789A-HJ-NP-Za-km-z]{21}';

/** What differs from run to run, with what stands in its place. The order counts. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g, '{date}'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '{date}'],
  [/\d{4}(-\d\d){5}/g, '{second}'],
  [/\b\d{4}-\d\d-\d\d\b/g, '{day}'],
  [new RegExp(`\\batt${UID}\\b`, 'g'), '{attachment}'],
  [new RegExp(`\\btok${UID}\\b`, 'g'), '{token}'],
  [new RegExp(`\\baf${UID}\\b`, 'g'), '{file}'],
  [new RegExp(`\\bpoi${UID}\\b`, 'g'), '{invite}'],
  [new RegExp(`\\bpot${UID}\\b`, 'g'), '{transfer}'],
  [new RegExp(`\\ba${UID}\\b`, 'g'), '{asset}'],
  [new RegExp(`\\bv${UID}\\b`, 'g'), '{version}'],
  [new RegExp(`\\bp${UID}\\b`, 'g'), '{assignment}'],
  [new RegExp(`\\bi${UID}\\b`, 'g'), '{import}'],
  [new RegExp(`\\bes${UID}\\b`, 'g'), '{export setting}'],
  [new RegExp(`\\be${UID}\\b`, 'g'), '{export}'],
  [new RegExp(`\\bs${UID}\\b`, 'g'), '{snapshot}'],
  [new RegExp(`\\bpd${UID}\\b`, 'g'), '{pairing}'],
  [new RegExp(`\\bhl${UID}\\b`, 'g'), '{log}'],
  [new RegExp(`\\bh${UID}\\b`, 'g'), '{hook}'],
  [new RegExp(`\\bcl${UID}\\b`, 'g'), '{collector link}'],
  [new RegExp(`\\bc${UID}\\b`, 'g'), '{application}'],
  [new RegExp(`\\bb${UID}\\b`, 'g'), '{subscription}'],
  [new RegExp(`\\bu${UID}\\b`, 'g'), '{user}'],
  // Random ones; what the story itself sends is told.
  [/\b(?!6b7e0c1a)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, '{uuid}'],
  [/\/collector\/[0-9a-f]{40}\b/g, '/collector/{key}'],
  [/\b[0-9a-f]{64}\b/g, '{64 hex digits}'],
  [/\b[0-9a-f]{40}\b/g, '{40 hex digits}'],
  [/\b[0-9a-f]{32}\b/g, '{32 hex digits}'],
];

/** What rows of content, and questions of reports, call their random keys. */
const KUID_KEYS = new Set(['$kuid', 'kuid']);

/** How long something took. */
const MEASURED = new Set(['processing_time_seconds']);

/** Objects whose values are the random keys of rows. */
const HOLD_KUIDS = new Set(['kuid_names']);

/** Objects whose keys are names of rows, and the random keys of those that have none. */
const BY_ROW = new Set(['kuid_names', 'specified']);
const KUID = /^(?=.*[A-Z0-9])[A-Za-z][A-Za-z0-9]{8}$/;

/** The value with everything that differs from run to run replaced by a word. */
export function withPlaceholders(value: unknown, origin: string, key = ''): unknown {
  if (typeof value === 'string') return KUID_KEYS.has(key) ? '{kuid}' : replaceVolatile(value, origin);
  if (typeof value === 'number' && MEASURED.has(key)) return '{measured}';
  if (Array.isArray(value)) return value.map((each) => withPlaceholders(each, origin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each], place) => [
      BY_ROW.has(key) && KUID.test(name) ? `{kuid of row ${place + 1}}` : replaceVolatile(name, origin),
      withPlaceholders(each, origin, HOLD_KUIDS.has(key) ? '$kuid' : name),
    ]),
  );
}

function replaceVolatile(text: string, origin: string): string {
  return VOLATILE.reduce(
    (replaced, [pattern, word]) => replaced.replace(pattern, word),
    text.replaceAll(origin, '{origin}'),
  );
}
