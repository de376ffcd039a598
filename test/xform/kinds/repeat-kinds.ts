import fc from '../../fixtures/fast-check';
import type { RawRow } from '../../../src/domain/content/standard/raw-content';
import { copiesIn, type FormKind, pathIn, surround } from './form-kind';

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

/** Section with its path, and the questions in it and in the sections around it. */
interface PlacedSection extends Omit<Section, 'inner'> {
  readonly path: string;
  readonly number: number;
  readonly questions: readonly string[];
  readonly inner: readonly PlacedSection[];
}

/**
 * Nested repeats, with and without groups between. A new outer copy starts without copies of a repeat directly in it, and
 * with one copy of a repeat in a group (contract-xlsform 3.8).
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
  const questions = [...around, `q${number}`];
  return { kind, path, number, questions, inner: inner.map((each) => placed(each, path, questions, count)) };
}

function allOf(section: PlacedSection): PlacedSection[] {
  return [section, ...section.inner.flatMap(allOf)];
}

/** Rows of a section: a question, and a calculation that joins its answer and those of the sections around it. */
function rowsOf({ kind, number, questions, inner }: PlacedSection): RawRow[] {
  return [
    { type: `begin_${kind}`, name: `s${number}`, label: `Section ${number}` },
    { type: 'text', name: `q${number}`, label: `Question ${number}` },
    { type: 'calculate', name: `all${number}`, calculation: concat(questions.map((name) => `\${${name}}`)) },
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
      ({ path, number, questions }) =>
        `${at(path)}/all${number} = ${questions.map((name) => `${mark}${name}`).join('')}`,
    ),
  ];
}

const PEOPLE = ['Ann', 'Bob', 'Eve'];
const COMPARE = {
  '>': (age: number, limit: number) => age > limit,
  '<=': (age: number, limit: number) => age <= limit,
  '=': (age: number, limit: number) => age === limit,
};

const rosters: FormKind = {
  name: 'choices from repeats',
  forms: fc
    .record({
      inGroup: fc.boolean(),
      selectPosition: fc.constantFrom('inside', 'outside', 'before', 'in another repeat'),
      ages: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 }),
      filter: fc.option(
        fc.record({
          operator: fc.constantFrom('>' as const, '<=' as const, '=' as const),
          limit: fc.integer({ min: 0, max: 60 }),
          isLimitQuestion: fc.boolean(),
        }),
      ),
      many: fc.boolean(),
    })
    .map(({ inGroup, selectPosition, ages, filter, many }) => {
      // A limit inside the roster's repeat would be read from the candidate.
      const hasLimitQuestion = filter?.isLimitQuestion === true && selectPosition !== 'inside';
      const limit = hasLimitQuestion ? '${least}' : String(filter?.limit);
      const select: RawRow = {
        type: `${many ? 'select_multiple' : 'select_one'} \${name}`,
        name: 'who',
        label: 'Who?',
        ...(filter !== null && { choice_filter: `\${age} ${filter.operator} ${limit}` }),
      };
      const questions: RawRow[] = [
        { type: 'text', name: 'name', label: 'Name' },
        { type: 'integer', name: 'age', label: 'Age' },
      ];
      const people = { repeat: true, group: inGroup };
      const least: RawRow[] = hasLimitQuestion
        ? [{ type: 'integer', name: 'least', label: 'At least?' }]
        : [];
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
      }[selectPosition];
      const at =
        selectPosition === 'inside'
          ? pathIn(people, 2)
          : selectPosition === 'in another repeat'
            ? '/data/visit'
            : '/data';
      const expectedChoices = PEOPLE.filter(
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
          ...(hasLimitQuestion ? [`${at}/least := ${filter.limit}`] : []),
          `choices of ${at}/who: ${expectedChoices.join(' ')}`,
        ],
      };
    }),
};

/** Values set when other questions change, separately in every copy. */
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
      const rows: RawRow[] = [
        ...['a', 'b', 'c'].map((name) => ({ type: 'text', name, label: name })),
        {
          type: target,
          name: 'result',
          ...(target === 'text' && { label: 'Result' }),
          calculation: concat(['${a}', '${b}', '${c}']),
          trigger: names.map((name) => `\${${name}}`).join(separator),
        },
      ];
      const { copies, adding } = copiesIn(place);
      const steps = copies.flatMap((copy) => {
        const at = pathIn(place, copy);
        const answered: Record<string, string> = {};
        let result = '';
        return ['c', 'a', 'b'].flatMap((name) => {
          answered[name] = `${name}${copy}`;
          if (names.includes(name)) result = ['a', 'b', 'c'].map((each) => answered[each] ?? '').join('');
          return [`${at}/${name} := ${answered[name]}`, `${at}/result = ${result}`];
        });
      });
      return { survey: surround(place, rows), fill: [...adding, ...steps] };
    }),
};

/** Adds an empty argument, since some versions of concat() need at least two. */
function concat(parts: readonly string[]): string {
  return `concat(${[...parts, "''"].join(', ')})`;
}

export const REPEAT_KINDS: readonly FormKind[] = [nestedRepeats, rosters, triggers];
