/**
 * JSON as Python's `json.dumps(value, sort_keys=True)` writes it, byte for byte: existing clients compare content hashes
 * that were taken over this text (contract-xlsform 2.7).
 */

/**
 * The canonical text of a JSON value: keys sorted by code point, `", "` and `": "` between, everything outside ASCII as
 * lowercase \uXXXX. `undefined` members are left out, as `JSON.stringify` does. Takes JSON values only; a function, symbol
 * or bigint is a mistake of the program and throws TypeError.
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
      throw new TypeError(`A ${typeof value} has no place in JSON.`);
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

// From here on UTF-16 order, which is what `sort` goes by, may differ from the order of code points.
const BEYOND_PLAIN_ORDER = /[\ud800-\uffff]/;

function sortedKeys(object: object): string[] {
  const keys = Object.keys(object).sort();
  return keys.some((key) => BEYOND_PLAIN_ORDER.test(key)) ? keys.sort(compareCodePoints) : keys;
}

/** Python orders text by code point, JavaScript by UTF-16 unit: they part where U+E000..U+FFFF meets a surrogate pair. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit. */
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

// Most texts have nothing to escape: seeing that is quicker than replacing nothing.
const PLAIN = /^[ !#-[\]-\x7f]*$/;
// Everything but printable ASCII, and the two characters that JSON escapes. DEL (7f) is printed as it is.
const TO_ESCAPE = /["\\]|[^\x20-\x7f]/g;

function pythonString(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return `"${text.replace(
    TO_ESCAPE,
    (unit) => SHORT_ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}"`;
}

/**
 * A number as Python prints it: whole numbers without a fraction, others as `repr(float)`: shortest digits that round-trip,
 * an exponent of at least two digits outside 1e-4 … 1e16 (JavaScript's limits are 1e-6 and 1e21).
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
