/** Cheap test for numbers that change as a double: many digits in a row, an exponent of three digits, a small fraction. */
const MAY_CHANGE = /[\d.eE+-]{16}|[eE][+-]?\d{3}|0\.000000/;

/** Cheap test for numbers that JavaScript writes otherwise: `1.50`, `5.0`, `1.0E-4`, `-0`, and those that change. */
const MAY_BE_WRITTEN_OTHERWISE = /\.\d*0(?!\d)|\d[eE][-+\d]|-0(?![.\d])|[\d.]{16}|0\.000000/;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Parses JSON as `JSON.parse` does, except that a number which would change as a double is its text, as it was
 * sent: identifiers of 19 digits, barcodes, decimals of 17 digits.
 * @throws SyntaxError
 */
export function parseLossless(text: string): unknown {
  return JSON.parse(MAY_CHANGE.test(text) ? withQuotedNumbers(text, changesAsDouble) : text);
}

/**
 * Parses JSON with answers: as `parseLossless`, and a number that JavaScript writes otherwise is its text
 * too (decision 1): `1.50`, `5.0`.
 * @param path members down to the answers; other numbers are read by `parseLossless`
 * @throws SyntaxError
 */
export function parseAnswers(text: string, path: readonly string[]): unknown {
  if (!MAY_BE_WRITTEN_OTHERWISE.test(text)) return parseLossless(text);
  const answers: unknown = JSON.parse(withQuotedNumbers(text, isWrittenOtherwise));
  return path.length === 0 ? answers : withMember(parseLossless(text), answers, path);
}

/** Replaces the member at a path by that of another value, if both have it. */
function withMember(value: unknown, other: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  if (!hasMember(value, name) || !hasMember(other, name)) return value;
  return { ...value, [name]: withMember(value[name], other[name], rest) };
}

function hasMember(value: unknown, name: string): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

/** Whether `parseLossless` reads this number as text. */
export function isKeptAsText(text: string): boolean {
  NUMBER.lastIndex = 0;
  return text.length <= 1000 && NUMBER.exec(text)?.[0] === text && changesAsDouble(text);
}

/**
 * Reads a number that a person typed, as `parseLossless` would.
 * @returns undefined for texts that are not a finite number
 */
export function readTypedNumber(text: string): number | string | undefined {
  const plain = text.trim().replace(/^\+/, '');
  const number = plain === '' ? NaN : Number(plain);
  if (!Number.isFinite(number)) return undefined;
  // JSON has neither leading zeros nor a bare point.
  const json = plain.replace(/^(-?)0+(?=\d)/, '$1').replace(/\.$/, '');
  return isKeptAsText(json) ? json : number;
}

/** All digits of a number in JSON's grammar. @returns undefined for fractions and numbers beyond a double's range */
export function wholeNumberOf(number: string): bigint | undefined {
  const match = /^(-?\d+)e(\d+)$/.exec(canonical(number));
  if (match === null || !Number.isFinite(Number(number))) return undefined;
  return BigInt(match[1]!) * 10n ** BigInt(match[2]!);
}

/** Quotes the numbers outside of strings that would change. */
function withQuotedNumbers(text: string, changes: (number: string) => boolean): string {
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) + 1;
    } else if (code === MINUS || (code >= ZERO && code <= 0x39)) {
      NUMBER.lastIndex = at;
      const number = NUMBER.exec(text)?.[0] ?? text[at]!;
      // A quoted number before a colon would become a name, where JSON allows texts only.
      if (changes(number) && !isName(text, at + number.length)) {
        result += `${text.slice(copied, at)}"${number}"`;
        copied = at + number.length;
      }
      at += number.length;
    } else at += 1;
  }
  return result + text.slice(copied);
}

const NAME_END = /\s*:/y;

function isName(text: string, end: number): boolean {
  NAME_END.lastIndex = end;
  return NAME_END.test(text);
}

/** Returns the index of the closing quote of the string at `start`; the text's length when unterminated. */
export function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}

/** Whether the text of the double has another value, or an exponent that was not sent. @param number in JSON's grammar */
function changesAsDouble(number: string): boolean {
  const text = String(Number(number));
  if (text === number) return false;
  return canonical(text) !== canonical(number) || (text.includes('e') && !/e/i.test(number));
}

function isWrittenOtherwise(number: string): boolean {
  return String(Number(number)) !== number;
}

/** Significant digits and decimal exponent; equal for texts of one value. */
function canonical(number: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(number);
  if (match === null) return number;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  // Linear, unlike /0+$/: one number may fill the body.
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const significant = digits.slice(0, end);
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

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
