import type { AnswerTexts } from './answer-texts';
import { fill } from './offline/offline-texts';
import {
  type DatePrecision,
  datePattern,
  localDate,
  offsetOf,
  readDate,
  readDateTime,
  readNumber,
  readTime,
  writeDate,
  writeNumber,
  writeTime,
  type WritingCustoms,
} from './typed-answers';

/** As Collect, which takes 9 digits of whole numbers and 15 characters of others. */
const MAX_LENGTH = { int: 9, decimal: 15 } as const;

/** Values of both are texts that the engine stores; '' is none. */
export interface WrittenAnswer {
  readonly inputMode: 'decimal' | 'numeric' | 'text';
  readonly placeholder: string;
  /** Type of the browser's own picker. */
  readonly picker?: 'date' | 'datetime-local' | 'month' | 'time';
  /** @returns undefined if it can't be read */
  read(text: string): string | undefined;
  write(value: string): string;
  problem(text: string): string;
  /** Value of the picker from a stored one, and back. */
  toPicker?(value: string): string;
  fromPicker?(value: string): string;
  /** The value in words. */
  explain?(value: string, language: string): string;
}

interface AskedQuestion {
  readonly valueType: string;
  readonly appearances: Readonly<Record<string, boolean>>;
}

/** @returns undefined for questions that the engine draws */
export function writtenAnswer(
  { valueType, appearances }: AskedQuestion,
  customs: WritingCustoms,
  texts: AnswerTexts,
): WrittenAnswer | undefined {
  switch (valueType) {
    case 'date':
      return writtenDate(
        appearances['year'] ? 'year' : appearances['month-year'] ? 'month' : 'day',
        appearances['no-calendar'] === true,
        customs,
        texts,
      );
    case 'time':
      return writtenTime(customs, texts);
    case 'dateTime':
      return writtenDateTime(customs, texts);
    case 'int':
    case 'decimal':
      return writtenNumber(valueType, appearances['thousands-sep'] === true, customs, texts);
    case 'string':
      return appearances['numbers']
        ? writtenDigits(appearances['thousands-sep'] === true, customs, texts)
        : undefined;
    default:
      return undefined;
  }
}

function writtenDate(
  precision: DatePrecision,
  isWithoutCalendar: boolean,
  customs: WritingCustoms,
  texts: AnswerTexts,
): WrittenAnswer {
  const example = writeDate('2026-12-31', precision, customs);
  const picker = precision === 'month' ? 'month' : 'date';
  const problem = { day: texts.notDate, month: texts.notMonth, year: texts.notYear }[precision];
  return {
    inputMode: precision === 'year' ? 'numeric' : 'text',
    placeholder: datePattern(precision, customs, texts.dateLetters),
    ...(precision !== 'year' && !isWithoutCalendar && { picker }),
    read: (text) => readDate(text, precision, customs),
    write: (value) => writeDate(value, precision, customs),
    problem: () => fill(problem, { example }),
    toPicker: (value) => value.slice(0, precision === 'month' ? 7 : 10),
    fromPicker: (value) => (precision === 'month' ? `${value}-01` : value),
    explain: (value, language) =>
      precision === 'year' ? '' : inWords(localDate(value.slice(0, 10)), language, OPTIONS[precision]),
  };
}

const OPTIONS = {
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
} as const;

function inWords(date: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, {
    ...options,
    calendar: 'gregory',
    numberingSystem: 'latn',
  }).format(date);
}

function writtenTime(customs: WritingCustoms, texts: AnswerTexts): WrittenAnswer {
  const example = writeTime(new Date(2026, 11, 31, 14, 30), customs);
  return {
    inputMode: 'text',
    placeholder: example,
    picker: 'time',
    read: (text) => readTime(text, customs),
    write: (value) => writeTime(clockOf(value), customs),
    problem: () => fill(texts.notTime, { example }),
    toPicker: (value) => value.slice(0, 5),
    fromPicker: (value) => readTime(value, customs) ?? '',
  };
}

/** Time of a stored answer as it is on the clock there, whatever its offset. */
function clockOf(value: string): Date {
  const [hours, minutes] = value.split(':').map(Number);
  return new Date(2026, 0, 1, hours, minutes);
}

function writtenDateTime(customs: WritingCustoms, texts: AnswerTexts): WrittenAnswer {
  const write = (date: Date): string =>
    `${writeDate(isoDate(date), 'day', customs)} ${writeTime(date, customs)}`;
  const example = write(new Date(2026, 11, 31, 14, 30));
  const pattern = datePattern('day', customs, texts.dateLetters);
  return {
    inputMode: 'text',
    placeholder: `${pattern} ${writeTime(new Date(2026, 11, 31, 14, 30), customs)}`,
    picker: 'datetime-local',
    read: (text) => readDateTime(text, customs),
    write: (value) => write(new Date(value)),
    problem: () => fill(texts.notDateTime, { example }),
    toPicker: (value) => {
      const date = new Date(value);
      return `${isoDate(date)}T${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
    },
    fromPicker: (value) => `${value.slice(0, 16)}:00.000${offsetOf(new Date(value))}`,
    explain: (value, language) =>
      inWords(new Date(value), language, { ...OPTIONS.day, hour: 'numeric', minute: '2-digit' }),
  };
}

function isoDate(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${String(date.getFullYear()).padStart(4, '0')}-${month}-${day}`;
}

function writtenNumber(
  type: 'int' | 'decimal',
  isGrouped: boolean,
  customs: WritingCustoms,
  texts: AnswerTexts,
): WrittenAnswer {
  const options = { decimals: type === 'decimal' };
  const count = MAX_LENGTH[type];
  const isTooLong = (number: string): boolean => number.replace(/^-?0*/, '').length > count;
  const example = type === 'int' ? '1234' : writeNumber('1234.5', customs, false);
  return {
    inputMode: type === 'int' ? 'numeric' : 'decimal',
    placeholder: '',
    read: (text) => {
      const number = readNumber(text, customs, options);
      return number === undefined || isTooLong(number) ? undefined : number;
    },
    write: (value) => writeNumber(value, customs, isGrouped),
    problem: (text) =>
      isTooLong(readNumber(text, customs, options) ?? '')
        ? fill(texts.tooLong, { count })
        : fill(type === 'int' ? texts.notWhole : texts.notNumber, { example }),
  };
}

/** Text of digits, such as a telephone number: kept as it is written, with zeros or a plus in front. */
function writtenDigits(isGrouped: boolean, customs: WritingCustoms, texts: AnswerTexts): WrittenAnswer {
  return {
    inputMode: 'decimal',
    placeholder: '',
    read: (text) => readNumber(text, customs, { decimals: true, plus: true }),
    write: (value) => writeNumber(value, customs, isGrouped),
    problem: () => fill(texts.notNumber, { example: writeNumber('1234.5', customs, false) }),
  };
}
