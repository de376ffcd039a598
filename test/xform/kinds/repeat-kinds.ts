import fc from 'fast-check';
import type { LooseRow } from '../../../src/domain/content/standard/loose-content';
import { copiesIn, type FormKind, pathIn, surround } from './form-kind';

/** A group or repeat with its own, each beginning with a question that tells where it stands. */
interface Section {
  readonly kind: 'group' | 'repeat';
  readonly inner: readonly Section[];
}

const { section } = fc.letrec<{ section: Section }>((tie) => ({
  section: fc.record({
    kind: fc.constantFrom('group' as const, 'repeat' as const),
    inner: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constant([]),
      fc.array(tie('section'), { minLength: 1, maxLength: 2 }),
    ),
  }),
}));

/** A section with its place in the form, and the questions that are asked in it and around it. */
interface PlacedSection extends Omit<Section, 'inner'> {
  readonly path: string;
  readonly number: number;
  readonly asked: readonly string[];
  readonly inner: readonly PlacedSection[];
}

/**
 * Repeats in repeats, with groups between and without. A new copy of the outer one begins without copies of a repeat that
 * stands directly in it, and with one of a repeat in a group (contract-xlsform 3.8).
 */
const nestedRepeats: FormKind = {
  name: 'nested repeats',
  forms: fc.array(section, { minLength: 1, maxLength: 3 }).map((inner) => {
    const outer = placed({ kind: 'repeat', inner });
    const first = (path: string): string => path;
    const second = (path: string): string => path.replace('/data/s0', '/data/s0[2]');
    const further = allOf(outer).filter(({ kind, number }) => kind === 'repeat' && number > 0);
    return {
      survey: rowsOf(outer),
      fill: [
        ...further.map(({ path }) => `copies of ${path}: 1`),
        'add a copy of /data/s0',
        ...completing(outer, second, true),
        ...answering(outer, second, 'y'),
        ...answering(outer, first, 'x'),
        ...further.flatMap(({ path }) => [
          `add a copy of ${second(path)}`,
          `copies of ${second(path)}: 2`,
          `copies of ${path}: 1`,
        ]),
      ],
    };
  }),
};

function placed(
  { kind, inner }: Section,
  parent = '/data',
  around: readonly string[] = [],
  count = { number: 0 },
): PlacedSection {
  const number = count.number;
  count.number += 1;
  const path = `${parent}/s${number}`;
  const asked = [...around, `q${number}`];
  return { kind, path, number, asked, inner: inner.map((each) => placed(each, path, asked, count)) };
}

function allOf(section: PlacedSection): PlacedSection[] {
  return [section, ...section.inner.flatMap(allOf)];
}

/** Every section asks a question, and tells what was answered to it and to those around. */
function rowsOf({ kind, number, asked, inner }: PlacedSection): LooseRow[] {
  return [
    { type: `begin_${kind}`, name: `s${number}`, label: `Section ${number}` },
    { type: 'text', name: `q${number}`, label: `Question ${number}` },
    { type: 'calculate', name: `all${number}`, calculation: concat(asked.map((name) => `\${${name}}`)) },
    ...inner.flatMap(rowsOf),
    { type: `end_${kind}` },
  ];
}

/** Counts the copies in a new copy of a section, and adds those that it begins without. */
function completing(
  { inner }: PlacedSection,
  at: (path: string) => string,
  isFromTemplate: boolean,
): string[] {
  return inner.flatMap((each) => {
    const path = at(each.path);
    if (each.kind === 'group') return completing(each, at, false);
    return isFromTemplate
      ? [
          ...[`copies of ${path}: 0`, `add a copy of ${path}`, `copies of ${path}: 1`],
          ...completing(each, at, true),
        ]
      : [`copies of ${path}: 1`, ...completing(each, at, false)];
  });
}

function answering(outer: PlacedSection, at: (path: string) => string, mark: string): string[] {
  const all = allOf(outer);
  return [
    ...all.map(({ path, number }) => `${at(path)}/q${number} := ${mark}q${number}`),
    ...all.map(
      ({ path, number, asked }) =>
        `${at(path)}/all${number} = ${asked.map((name) => `${mark}${name}`).join('')}`,
    ),
  ];
}

const PEOPLE = ['Ann', 'Bob', 'Eve'];
const COMPARE = {
  '>': (age: number, limit: number) => age > limit,
  '<=': (age: number, limit: number) => age <= limit,
  '=': (age: number, limit: number) => age === limit,
};

/** Choices from the answers in a repeat, with and without a filter, asked where it may be. */
const rosters: FormKind = {
  name: 'choices from repeats',
  forms: fc
    .record({
      inGroup: fc.boolean(),
      asked: fc.constantFrom('inside', 'outside', 'before', 'in another repeat'),
      ages: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 }),
      filter: fc.option(
        fc.record({
          operator: fc.constantFrom('>' as const, '<=' as const, '=' as const),
          limit: fc.integer({ min: 0, max: 60 }),
          isAsked: fc.boolean(),
        }),
      ),
      many: fc.boolean(),
    })
    .map(({ inGroup, asked, ages, filter, many }) => {
      // A limit that is asked in each copy of the roster itself would be the candidate's.
      const isLimitAsked = filter?.isAsked === true && asked !== 'inside';
      const limit = isLimitAsked ? '${least}' : String(filter?.limit);
      const select: LooseRow = {
        type: `${many ? 'select_multiple' : 'select_one'} \${name}`,
        name: 'who',
        label: 'Who?',
        ...(filter !== null && { choice_filter: `\${age} ${filter.operator} ${limit}` }),
      };
      const questions: LooseRow[] = [
        { type: 'text', name: 'name', label: 'Name' },
        { type: 'integer', name: 'age', label: 'Age' },
      ];
      const people = { repeat: true, group: inGroup };
      const least: LooseRow[] = isLimitAsked ? [{ type: 'integer', name: 'least', label: 'At least?' }] : [];
      const other = [
        { type: 'begin_repeat', name: 'visit', label: 'Visit' },
        ...least,
        select,
        { type: 'end_repeat' },
      ];
      const survey = {
        inside: surround(people, [...questions, select]),
        outside: [...surround(people, questions), ...least, select],
        before: [...least, select, ...surround(people, questions)],
        'in another repeat': [...surround(people, questions), ...other],
      }[asked];
      const at =
        asked === 'inside' ? pathIn(people, 2) : asked === 'in another repeat' ? '/data/visit' : '/data';
      const offered = PEOPLE.filter(
        (_, index) => filter === null || COMPARE[filter.operator](ages[index]!, filter.limit),
      );
      return {
        survey,
        fill: [
          ...PEOPLE.flatMap((name, index) => [
            ...(index > 0 ? ['add a copy of /data/r'] : []),
            `${pathIn(people, index + 1)}/name := ${name}`,
            `${pathIn(people, index + 1)}/age := ${ages[index]}`,
          ]),
          ...(isLimitAsked ? [`${at}/least := ${filter.limit}`] : []),
          `choices of ${at}/who: ${offered.join(' ')}`,
        ],
      };
    }),
};

/** Values that are set when other questions change, in every copy for itself. */
const triggers: FormKind = {
  name: 'triggers',
  forms: fc
    .record({
      group: fc.boolean(),
      repeat: fc.boolean(),
      names: fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
      separator: fc.constantFrom(', ', ',', ' , , '),
      target: fc.constantFrom('calculate', 'text', 'hidden'),
    })
    .map(({ names, separator, target, ...place }) => {
      const rows: LooseRow[] = [
        ...['a', 'b', 'c'].map((name) => ({ type: 'text', name, label: name })),
        {
          type: target,
          name: 'told',
          ...(target === 'text' && { label: 'Told' }),
          calculation: concat(['${a}', '${b}', '${c}']),
          trigger: names.map((name) => `\${${name}}`).join(separator),
        },
      ];
      const { copies, adding } = copiesIn(place);
      const steps = copies.flatMap((copy) => {
        const at = pathIn(place, copy);
        const answered: Record<string, string> = {};
        let told = '';
        return ['c', 'a', 'b'].flatMap((name) => {
          answered[name] = `${name}${copy}`;
          if (names.includes(name)) told = ['a', 'b', 'c'].map((each) => answered[each] ?? '').join('');
          return [`${at}/${name} := ${answered[name]}`, `${at}/told = ${told}`];
        });
      });
      return { survey: surround(place, rows), fill: [...adding, ...steps] };
    }),
};

/** One argument is none too few, unlike in some versions of the function. */
function concat(parts: readonly string[]): string {
  return `concat(${[...parts, "''"].join(', ')})`;
}

export const REPEAT_KINDS: readonly FormKind[] = [nestedRepeats, rosters, triggers];
