/**
 * XPath functions that the engine computes otherwise than JavaRosa, and so than ODK Collect. They stand before its own.
 * Dates are of the browser's time zone, as they are of the phone's there.
 */
import { areaOf, distanceOf, pointsOf } from './javarosa-geo';

const DAY_MS = 86_400_000;
const DATE = /^(-?\d{4,})-(\d{1,2})-(\d{1,2})$/;
const TIME = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d+))?)?(Z|[-+]\d{1,2}(?::?\d{2})?)?$/;
const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const [MONTHS, DAYS] = ['Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec', 'Sun Mon Tue Wed Thu Fri Sat'].map(
  (names) => names.split(' '),
) as [string[], string[]];

/** Result of an expression; several of the nodes of a set. */
interface Evaluation extends Iterable<Evaluation> {
  readonly type: 'BOOLEAN' | 'NODE' | 'NUMBER' | 'STRING';
  toBoolean(): boolean;
  toNumber(): number;
  toString(): string;
}

type Result = boolean | number | string;
type Arguments = readonly { evaluate(context: unknown): Evaluation }[];
type Signature = readonly { readonly arityType: 'required' | 'optional' | 'variadic' }[];

/** Classes of the engine. */
interface EngineClasses<Implementation, Library> {
  readonly FunctionImplementation: new (
    name: string,
    signature: Signature,
    call: (context: unknown, args: Arguments) => unknown,
  ) => Implementation;
  readonly FunctionLibrary: new (namespace: string, functions: Implementation[]) => Library;
  readonly BooleanEvaluation: new (context: unknown, value: boolean) => unknown;
  readonly NumberEvaluation: new (context: unknown, value: number) => unknown;
  readonly StringEvaluation: new (context: unknown, value: string) => unknown;
}

/** Dates and times are texts, which `number` makes days of wherever a number is needed. */
const FUNCTIONS: Readonly<Record<string, (...values: Evaluation[]) => Result>> = {
  number: (value) => numberOf(value),
  date: (value) => dateText(dateOf(value)),
  'date-time': (value) => dateTimeText(instantOf(value)),
  today: () => dateText(new Date()),
  now: () => dateTimeText(new Date()),
  'decimal-date-time': (value) => blankOr(instantOf(value), (instant) => instant.getTime() / DAY_MS),
  'decimal-time': (value) => decimalTime(value),
  'format-date': (value, format) => formatted(instantOf(value), String(format)),
  'format-date-time': (value, format) => formatted(instantOf(value), String(format)),
  regex: (value, pattern) => wholly(String(pattern)).test(String(value)),
  round: (value, places) => rounded(value.toNumber(), Math.trunc(places?.toNumber() ?? 0)),
  sum: (values) => numbersOf([values]).reduce((sum, each) => sum + each, 0),
  max: (...values) => extreme(Math.max, values),
  min: (...values) => extreme(Math.min, values),
  area: (values) => areaOf(pointsOf([...values].map(String))),
  'enclosed-area': (values) => areaOf(pointsOf([...values].map(String))),
  distance: (...values) => distanceOf(pointsOf(values.flatMap((value) => [...value].map(String)))),
};

const SIGNATURES: Readonly<Record<string, Signature>> = {
  number: [{ arityType: 'optional' }],
  today: [],
  now: [],
  regex: [{ arityType: 'required' }, { arityType: 'required' }],
  round: [{ arityType: 'required' }, { arityType: 'optional' }],
  'format-date': [{ arityType: 'required' }, { arityType: 'required' }],
  'format-date-time': [{ arityType: 'required' }, { arityType: 'required' }],
  max: [{ arityType: 'variadic' }],
  min: [{ arityType: 'variadic' }],
  distance: [{ arityType: 'required' }, { arityType: 'variadic' }],
};

/** @param namespace of default functions, asked before the engine's */
export function javaRosaFunctions<Implementation, Library>(
  { FunctionImplementation, FunctionLibrary, ...engine }: EngineClasses<Implementation, Library>,
  namespace: string,
): Library {
  const implementations = Object.entries(FUNCTIONS).map(
    ([name, compute]) =>
      new FunctionImplementation(name, SIGNATURES[name] ?? [{ arityType: 'required' }], (context, args) => {
        // `number()` is of the context.
        const values = args.map((each) => each.evaluate(context));
        const result =
          name === 'number' && values.length === 0 ? numberOf(context as Evaluation) : compute(...values);
        if (typeof result === 'boolean') return new engine.BooleanEvaluation(context, result);
        return typeof result === 'number'
          ? new engine.NumberEvaluation(context, result)
          : new engine.StringEvaluation(context, result);
      }),
  );
  return new FunctionLibrary(namespace, implementations);
}

/** Calculations store nothing for what is no number. */
export function calculatedValue(text: string): string {
  return text === 'NaN' ? '' : text;
}

/** Dates count as whole days, also those with a time. */
function numberOf(value: Evaluation): number {
  if (value.type === 'BOOLEAN' || value.type === 'NUMBER') return value.toNumber();
  const text = value.toString().trim();
  const date = parseDateTime(text);
  if (date !== undefined) return daysOf(date);
  const digits = text.replace(',', '.');
  return NUMBER.test(digits) ? Number(digits) : NaN;
}

/** The whole text has to match. Some patterns are valid only with, others only without Unicode. */
function wholly(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return new RegExp(`^(?:${pattern})$`);
  }
}

function numbersOf(values: readonly Evaluation[]): number[] {
  return values
    .flatMap((value) => [...value].map((each) => each.toNumber()))
    .filter((number) => !Number.isNaN(number));
}

function extreme(choose: (...numbers: number[]) => number, values: readonly Evaluation[]): number {
  const numbers = numbersOf(values);
  return numbers.length === 0 ? NaN : choose(...numbers);
}

/** Halves are rounded up, of the decimal digits rather than of their binary fraction. */
function rounded(value: number, places: number): number {
  if (!Number.isFinite(value) || !(Math.abs(places) <= 30)) return Number.isFinite(value) ? NaN : value;
  return shifted(Math.round(shifted(value, places)), -places);
}

function shifted(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** @returns undefined for blanks and what is no date */
function instantOf(value: Evaluation): Date | undefined {
  if (value.type !== 'NUMBER') return parseDateTime(value.toString().trim());
  const days = value.toNumber();
  return Number.isFinite(days) ? new Date(days * DAY_MS) : undefined;
}

/** Whole days of a number are those of the calendar, wherever the person is. */
function dateOf(value: Evaluation): Date | undefined {
  if (value.type !== 'NUMBER') return instantOf(value);
  const days = Math.trunc(value.toNumber());
  return Number.isFinite(days) ? new Date(1970, 0, 1 + days) : undefined;
}

function decimalTime(value: Evaluation): Result {
  if (value.type === 'NUMBER') {
    const days = value.toNumber();
    return days - Math.floor(days);
  }
  const text = value.toString().trim();
  const instant = parseDateTime(text) ?? parseDateTime(`${dateText(new Date())}T${text}`);
  return blankOr(instant, (date) => {
    const minutes = date.getHours() * 60 + date.getMinutes();
    return (minutes * 60_000 + date.getSeconds() * 1_000 + date.getMilliseconds()) / DAY_MS;
  });
}

function blankOr(instant: Date | undefined, compute: (instant: Date) => number): Result {
  return instant === undefined ? '' : compute(instant);
}

export function parseDateTime(text: string): Date | undefined {
  const [date = '', time, ...rest] = text.split('T');
  const match = DATE.exec(date);
  if (match === null || rest.length > 0) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const midnight = new Date(2000, 0, 1);
  midnight.setFullYear(year, month - 1, day);
  if (midnight.getMonth() !== month - 1 || midnight.getDate() !== day) return undefined;
  if (time === undefined) return midnight;
  const [, ...parts] = TIME.exec(time) ?? [];
  if (parts.length === 0) return undefined;
  const [hours, minutes, seconds] = parts.slice(0, 3).map((part) => Number(part ?? 0));
  const milliseconds = Number((parts[3] ?? '').padEnd(3, '0').slice(0, 3));
  if (hours! > 23 || minutes! > 59 || seconds! > 59) return undefined;
  const zone = parts[4];
  if (zone === undefined) {
    midnight.setHours(hours!, minutes, seconds, milliseconds);
    return midnight;
  }
  const instant = new Date(0);
  instant.setUTCFullYear(year, month - 1, day);
  instant.setUTCHours(hours!, minutes! - offsetOf(zone), seconds, milliseconds);
  return instant;
}

/** Minutes east of UTC. */
function offsetOf(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([-+])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

/** Whole days since 1970-01-01 in the calendar of the person. */
function daysOf(date: Date): number {
  const midnight = new Date(0);
  midnight.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round(midnight.getTime() / DAY_MS);
}

export function dateText(date: Date | undefined): string {
  return formatted(date, '%Y-%m-%d');
}

export function dateTimeText(date: Date | undefined): string {
  if (date === undefined) return '';
  const offset = -date.getTimezoneOffset();
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
    pad(part),
  );
  return `${formatted(date, '%Y-%m-%dT%H:%M:%S.%3')}${offset < 0 ? '-' : '+'}${hours}:${minutes}`;
}

/** Months and days have English names, as in a form of any language: the engine does not know the form's. */
function formatted(date: Date | undefined, format: string): string {
  if (date === undefined) return '';
  return format.replace(/%([%YymnbdeHhMS3aW])/g, (_, code: string) => partOf(date, code));
}

function partOf(date: Date, code: string): string {
  switch (code) {
    case 'Y':
      return pad(date.getFullYear(), 4);
    case 'y':
      return pad(date.getFullYear(), 4).slice(2);
    case 'm':
      return pad(date.getMonth() + 1);
    case 'n':
      return String(date.getMonth() + 1);
    case 'b':
      return MONTHS[date.getMonth()]!;
    case 'd':
      return pad(date.getDate());
    case 'e':
      return String(date.getDate());
    case 'H':
      return pad(date.getHours());
    case 'h':
      return String(date.getHours());
    case 'M':
      return pad(date.getMinutes());
    case 'S':
      return pad(date.getSeconds());
    case '3':
      return pad(date.getMilliseconds(), 3);
    case 'a':
      return DAYS[date.getDay()]!;
    case 'W':
      return String(weekOf(date));
    default:
      return '%';
  }
}

/** Number of the week (ISO 8601). */
function weekOf(date: Date): number {
  const thursday = daysOf(date) - ((date.getDay() + 6) % 7) + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  return 1 + Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7);
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
