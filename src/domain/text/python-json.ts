/**
 * Serializes JSON as Python's `json.dumps(value, sort_keys=True)`, byte for byte: existing clients compare content hashes
 * of this text (contract-xlsform 2.7). Omits `undefined` members, as `JSON.stringify` does.
 * @throws TypeError for a function, symbol or bigint
 */
export function pythonJson(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  switch (typeof value) {
    case 'string':
      return pythonString(value);
    case 'number':
      return pythonNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return Array.isArray(value) ? pythonArray(value) : pythonObject(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be serialized to JSON.`);
  }
}

function pythonArray(items: readonly unknown[]): string {
  return `[${items.map(pythonJson).join(', ')}]`;
}

function pythonObject(object: object): string {
  const members: string[] = [];
  for (const key of sortedKeys(object)) {
    const member = (object as Record<string, unknown>)[key];
    if (member !== undefined) members.push(`${pythonString(key)}: ${pythonJson(member)}`);
  }
  return `{${members.join(', ')}}`;
}

// `sort` compares UTF-16 units, whose order may differ from code point order for these characters.
const NEEDS_CODE_POINT_ORDER = /[\ud800-\uffff]/;

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object).sort();
  return keys.some((key) => NEEDS_CODE_POINT_ORDER.test(key)) ? keys.sort(compareCodePoints) : keys;
}

/** Compares by code point, as Python does. UTF-16 order differs between U+E000..U+FFFF and surrogate pairs. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

function rankOfUnit(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const SHORT_ESCAPES = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\b', '\\b'],
]);

// Fast path: most texts need no escaping.
const PLAIN = /^[ !#-[\]-\x7f]*$/;
// Python does not escape DEL (7f).
const TO_ESCAPE = /["\\]|[^\x20-\x7f]/g;

function pythonString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${text.replace(
    TO_ESCAPE,
    (unit) => SHORT_ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}"`;
}

/**
 * Formats a number as Python does: integers without a fraction, others as `repr(float)`, with an exponent of at least
 * two digits outside 1e-4 … 1e16 (JavaScript: 1e-6 and 1e21).
 */
export function pythonNumber(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Number.isSafeInteger(value)) return value.toFixed(0);
  const [mantissa = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 16) {
    const plain = exponent < 0 ? value.toFixed(fractionDigits(mantissa) - exponent) : String(value);
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function fractionDigits(mantissa: string): number {
  const point = mantissa.indexOf('.');
  return point < 0 ? 0 : mantissa.length - point - 1;
}
