import { escapeText } from '../../../src/domain/text/xml-text';
import type { Random } from '../../fixtures/random';

/** The compared properties of each set, with their types in $metadata. */
export const TYPES = {
  Submissions: {
    name: 'text',
    people: 'whole',
    depth: 'number',
    dug: 'day',
    started: 'moment',
    seen: 'moment',
    at: 'text',
    state: 'text',
    uses: 'text',
    place: 'text',
    place_latitude: 'number',
    place_precision: 'number',
  },
  visit: { minutes: 'whole', remark: 'text' },
  pump: { maker: 'text', bought: 'day' },
} as const;

export type SetName = keyof typeof TYPES;
export type Kind = 'text' | 'whole' | 'number' | 'day' | 'moment';
export type Value = string | bigint | number;

const START = { type: 'start', name: 'started' };
const QUESTIONS = [
  { type: 'text', name: 'name' },
  { type: 'integer', name: 'people' },
  { type: 'decimal', name: 'depth' },
  { type: 'date', name: 'dug' },
  { type: 'dateTime', name: 'seen' },
  { type: 'time', name: 'at' },
  { type: 'select_one state', name: 'state' },
  { type: 'select_multiple uses', name: 'uses' },
  { type: 'geopoint', name: 'place' },
];
const PUMP = [
  { type: 'begin_repeat', name: 'pump' },
  { type: 'text', name: 'maker' },
  { type: 'date', name: 'bought' },
  { type: 'end_repeat' },
];
const VISIT = [
  { type: 'begin_repeat', name: 'visit' },
  { type: 'integer', name: 'minutes' },
  { type: 'text', name: 'remark' },
];
const choices = ['works', 'broken', 'drink', 'wash'].map((name, index) => ({
  list_name: index < 2 ? 'state' : 'uses',
  name,
  label: name,
}));

/** In the second version questions move into a group, and a repeat moves into another one. */
export const CONTENTS = [
  { survey: [START, ...QUESTIONS, ...VISIT, { type: 'end_repeat' }, ...PUMP], choices },
  {
    survey: [
      START,
      { type: 'begin_group', name: 'well', label: 'Well' },
      ...QUESTIONS,
      { type: 'end_group' },
      ...VISIT,
      ...PUMP,
      { type: 'end_repeat' },
    ],
    choices,
  },
].map(({ survey, ...content }) => ({
  ...content,
  survey: survey.map((row) => ('name' in row && !('label' in row) ? { ...row, label: row.name } : row)),
}));

/** Sample answers of each type, valid and invalid ones. */
export const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  name: [
    'Karatu',
    'karatu',
    "O'Neil",
    '100%',
    '1_0',
    'Ärger',
    'ärger',
    '日本',
    '𝒳',
    'a b',
    '9',
    '34',
    'x'.repeat(250),
    `${'x'.repeat(249)}y`,
  ],
  people: [
    '5',
    '35',
    '9',
    '-3',
    '007',
    '+8',
    '9007199254740993',
    '9007199254740992',
    '9223372036854775808',
    'many',
    '5.0',
  ],
  depth: ['1.5', '1.50', '.5', '-2', '1e3', 'NaN', 'Infinity', '1,5', '0.1', '1e400', '2.'],
  dug: ['2024-02-29', '2023-02-29', '2026-05-01', '2026-04-31', '1999-12-31', 'yesterday', '2026-5-1'],
  started: ['2026-05-01T11:00:00.000+03:00', '2026-05-01T04:30:00-0430', '2026-05-01T09:00:00', 'noon'],
  seen: [
    '2026-05-01T09:00:00.5',
    '2026-05-01T09:00',
    '2026-05-01T09:00-04',
    '2026-05-01T12:00:00.000+03:00',
    '2026-05-01T09:00:00Z',
    '2026-05-01T09:00:00.000001Z',
    '2026-05-01T24:00:00Z',
    '2026-05-01T09:00:00',
    '1969-12-31T23:59:59.5Z',
    'noon',
  ],
  at: ['10:30:00.000+03:00', '09:00:00Z'],
  state: ['works', 'broken', 'other'],
  uses: ['drink', 'drink wash', 'wash'],
  place: ['-3.35 35.85 0 0', '-3.35 35.85 1 4.5', '1 2', 'nowhere', '91 181 x 3'],
  minutes: ['5', '60', '-1', 'long'],
  remark: ['fine', 'Fine', 'dry %', ''],
  maker: ['Afridev', 'Nira', 'nira'],
  bought: ['2020-01-01', '2021-06-30', '2021-06-31'],
};

type Answers = Record<string, string>;

export interface SubmissionModel {
  readonly version: 0 | 1;
  readonly top: Answers;
  readonly visits: { readonly own: Answers; readonly pumps: Answers[] }[];
  /** Of the first version, at its top level. */
  readonly pumps: Answers[];
}

export interface ExpectedRow {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly typed: Readonly<Record<string, Value | null>>;
  /** Number of the submission and index in it. */
  readonly position: readonly [number, number];
}

function answered(random: Random, names: readonly string[]): Answers {
  const chosen = names.filter(() => random.chance(0.75));
  return Object.fromEntries(chosen.map((name) => [name, random.pick(SAMPLES[name]!)]));
}

export function makeAnswers(random: Random, version: 0 | 1): SubmissionModel {
  const top = answered(
    random,
    [START, ...QUESTIONS].map(({ name }) => name),
  );
  const some = (): number => random.between(0, 3);
  const pumps = (): Answers[] =>
    Array.from({ length: some() }, () => ({ maker: 'x', ...answered(random, ['maker', 'bought']) }));
  const visits = Array.from({ length: some() }, () => ({
    own: { minutes: '1', ...answered(random, ['minutes', 'remark']) },
    pumps: version === 1 ? pumps() : [],
  }));
  return { version, top, visits, pumps: version === 0 ? pumps() : [] };
}

const elements = (answers: Answers): string =>
  Object.entries(answers)
    .map(([name, text]) => `<${name}>${escapeText(text)}</${name}>`)
    .join('');

export function answersXml({ version, top, visits, pumps }: SubmissionModel): string {
  const wrapped = (name: string, inside: string): string => `<${name}>${inside}</${name}>`;
  const pump = (answers: Answers): string => wrapped('pump', elements(answers));
  const { started, ...others } = top;
  return [
    elements(started === undefined ? {} : { started }),
    version === 0 ? elements(others) : wrapped('well', elements(others)),
    ...visits.map(({ own, pumps: inner }) => wrapped('visit', elements(own) + inner.map(pump).join(''))),
    ...pumps.map(pump),
  ].join('');
}

/** Rows of a set according to the contract; submissions are numbered in order of arrival. */
export function expectedRows(set: SetName, made: readonly SubmissionModel[]): ExpectedRow[] {
  return made.flatMap((each, index): ExpectedRow[] => {
    const id = index + 1;
    const row = (answers: Answers, position: number, further: object = {}): ExpectedRow => ({
      ...valuesOf(set, answers),
      keys: set === 'Submissions' ? { _id: id } : { _submission_id: id, _index: position, ...further },
      position: [id, position],
    });
    if (set === 'Submissions') return [row(each.top, 0)];
    if (set === 'visit') return each.visits.map(({ own }, at) => row(own, at + 1));
    const inner = each.visits.flatMap(({ pumps }, at) => pumps.map((answers) => [answers, at + 1] as const));
    const all = [...inner, ...each.pumps.map((answers) => [answers, null] as const)];
    return all.map(([answers, around], at) => row(answers, at + 1, { _parent_index: around }));
  });
}

function valuesOf(set: SetName, answers: Answers): Pick<ExpectedRow, 'values' | 'typed'> {
  const typed: Record<string, Value | null> = {};
  const values: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(TYPES[set])) {
    const text = textOf(name, answers);
    const value = text === undefined ? null : readAs(kind, text, zoneOf(answers['started']));
    typed[name] = value;
    const isShort = typeof value !== 'bigint' || /^-?\d{1,15}$/.test(value.toString());
    values[name] =
      kind === 'moment' && value !== null
        ? inZone(text!, zoneOf(answers['started']))
        : isShort && value !== null
          ? kind === 'whole'
            ? Number(value)
            : value
          : (value?.toString() ?? null);
  }
  return { typed, values };
}

function textOf(name: string, answers: Answers): string | undefined {
  const part = ['place_latitude', 'place_longitude', 'place_altitude', 'place_precision'].indexOf(name);
  const text = part === -1 ? answers[name] : answers['place']?.split(' ')[part];
  return text === '' ? undefined : text;
}

/** Zone that times without one are in: that of the start, else UTC. */
function zoneOf(start = ''): string {
  const [, utc, hour, minute = '00'] = /T.*(?:(Z)|([-+]\d\d):?(\d\d)?)$/.exec(start) ?? [];
  return utc ?? (hour === undefined ? 'Z' : `${hour}:${minute}`);
}

export function inZone(text: string, zone: string): string {
  const [, date, minutes, seconds = '00', fraction = ''] = /^(.{10})T(.{5})(?::(\d\d))?([.]\d+)?/.exec(text)!;
  return `${date}T${minutes}:${seconds}${fraction}${/T.*(Z|[-+]).*$/.test(text) ? zoneOf(text) : zone}`;
}

export function readAs(kind: Kind, text: string, zone: string): Value | null {
  switch (kind) {
    case 'text':
      return text;
    case 'whole': {
      if (!/^[-+]?\d+(\.0*)?$/.test(text)) return null;
      const whole = BigInt(text.replace(/^\+|\..*/g, ''));
      return BigInt.asIntN(64, whole) === whole ? whole : null;
    }
    case 'number': {
      const number = /^[-+]?(\d+\.?\d*|\.\d+)(e\d+)?$/.test(text) ? Number(text) : NaN;
      return Number.isFinite(number) ? number : null;
    }
    case 'day': {
      const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(text) : undefined;
      return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
        ? text
        : null;
    }
    case 'moment':
      return /T(?!24)/.test(text) ? microseconds(inZone(text, zone)) : null;
  }
}

function microseconds(text: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return BigInt(Date.parse(text.replace(/\.\d+/, ''))) * 1000n + BigInt(fraction.padEnd(6, '0'));
}
