/** Alphabet and length of uids. */
const UID = '[23456789A-HJ-NP-Za-km-z]{21}';

/** Volatile values and their placeholders, in order of precedence. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?/g, '{date}'],
  [/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '{date}'],
  [/\d{4}(-\d\d){5}/g, '{second}'],
  [/\b\d{4}-\d\d-\d\d\b/g, '{day}'],
  [new RegExp(`\\batt${UID}\\b`, 'g'), '{attachment}'],
  [new RegExp(`\\btok${UID}\\b`, 'g'), '{token}'],
  [new RegExp(`\\bqaf${UID}\\b`, 'g'), '{feature}'],
  [new RegExp(`\\baf${UID}\\b`, 'g'), '{file}'],
  [new RegExp(`\\bel${UID}\\b`, 'g'), '{entity list}'],
  [new RegExp(`\\bpv${UID}\\b`, 'g'), '{project view}'],
  [new RegExp(`\\borg${UID}\\b`, 'g'), '{organization}'],
  [new RegExp(`\\bpoi${UID}\\b`, 'g'), '{invite}'],
  [new RegExp(`\\bpot${UID}\\b`, 'g'), '{transfer}'],
  [new RegExp(`\\ba${UID}\\b`, 'g'), '{asset}'],
  [new RegExp(`\\bv${UID}\\b`, 'g'), '{version}'],
  [new RegExp(`\\bp${UID}\\b`, 'g'), '{assignment}'],
  [new RegExp(`\\bi${UID}\\b`, 'g'), '{import}'],
  [new RegExp(`\\bes${UID}\\b`, 'g'), '{export setting}'],
  [new RegExp(`\\be${UID}\\b`, 'g'), '{export}'],
  [new RegExp(`\\bs${UID}\\b`, 'g'), '{snapshot}'],
  [new RegExp(`\\bpd${UID}\\b`, 'g'), '{paired-data}'],
  [new RegExp(`\\bhl${UID}\\b`, 'g'), '{log}'],
  [new RegExp(`\\bh${UID}\\b`, 'g'), '{hook}'],
  [new RegExp(`\\bcl${UID}\\b`, 'g'), '{collector link}'],
  [new RegExp(`\\bc${UID}\\b`, 'g'), '{application}'],
  [new RegExp(`\\bb${UID}\\b`, 'g'), '{subscription}'],
  [new RegExp(`\\bu${UID}\\b`, 'g'), '{user}'],
  // Random uuids; those of the scenario are fixed.
  [/\b(?!6b7e0c1a)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/g, '{uuid}'],
  [/\/collector\/[0-9a-f]{40}\b/g, '/collector/{key}'],
  [/\b[0-9a-f]{64}\b/g, '{64 hex digits}'],
  [/\b[0-9a-f]{40}\b/g, '{40 hex digits}'],
  [/\b[0-9a-f]{32}\b/g, '{32 hex digits}'],
];

/** Keys of random row ids in content and reports. */
const KUID_KEYS = new Set(['$kuid', 'kuid']);

const MEASURED = new Set(['processing_time_seconds']);

/** Objects whose values are random row ids. */
const KUID_VALUES = new Set(['kuid_names']);

/** Objects whose keys are row names, or random ids of unnamed rows. */
const KUID_ROW_KEYS = new Set(['kuid_names', 'specified']);
const KUID = /^(?=.*[A-Z0-9])[A-Za-z][A-Za-z0-9]{8}$/;

export function withPlaceholders(value: unknown, origin: string, key = ''): unknown {
  if (typeof value === 'string') return KUID_KEYS.has(key) ? '{kuid}' : replaceVolatile(value, origin);
  if (typeof value === 'number' && MEASURED.has(key)) return '{measured}';
  if (Array.isArray(value)) return value.map((each) => withPlaceholders(each, origin));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each], index) => [
      KUID_ROW_KEYS.has(key) && KUID.test(name)
        ? `{kuid of row ${index + 1}}`
        : replaceVolatile(name, origin),
      withPlaceholders(each, origin, KUID_VALUES.has(key) ? '$kuid' : name),
    ]),
  );
}

function replaceVolatile(text: string, origin: string): string {
  return VOLATILE.reduce(
    (replaced, [pattern, placeholder]) => replaced.replace(pattern, placeholder),
    text.replaceAll(origin, '{origin}'),
  );
}
