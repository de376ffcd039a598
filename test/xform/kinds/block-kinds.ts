import fc from '../../fixtures/fast-check';
import type { RawRow } from '../../../src/domain/content/standard/raw-content';
import { copiesIn, type FormKind, pathIn, surround } from './form-kind';

const place = { group: fc.boolean(), repeat: fc.boolean() };
/** Label as plain text, or in two languages; steps use the second. */
const labelled = (translated: boolean, text: string): RawRow =>
  translated ? { 'label::en': `${text} en`, 'label::fr': `${text} fr` } : { label: text };
const shown = (translated: boolean, text: string): string => (translated ? `${text} fr` : text);

/** Adds a question that decides whether the block is relevant, if `isConditional`. */
function relevanceQuestion(
  isConditional: boolean,
  translated: boolean,
): { rows: RawRow[]; condition: RawRow } {
  return isConditional
    ? {
        rows: [{ type: 'text', name: 'ask', ...labelled(translated, 'Ask?') }],
        condition: { relevant: "${ask} = 'y'" },
      }
    : { rows: [], condition: {} };
}

const SCALE = ['bad', 'fair', 'good', 'best'];

const scores: FormKind = {
  name: 'scores',
  forms: fc
    .record({
      ...place,
      translated: fc.boolean(),
      required: fc.boolean(),
      isConditional: fc.boolean(),
      isNamed: fc.boolean(),
      marks: fc.integer({ min: 1, max: SCALE.length }),
      rated: fc.array(fc.constantFrom('', 'minimal', 'list-nolabel'), { minLength: 1, maxLength: 4 }),
      remark: fc.boolean(),
    })
    .map(({ translated, required, isConditional, isNamed, marks, rated, remark, ...at }) => {
      const scale = SCALE.slice(0, marks);
      const { rows, condition } = relevanceQuestion(isConditional, translated);
      const begin = { type: 'begin_score', name: 'mood', 'kobo--score-choices': 'scale', ...condition };
      const names = rated.map((_, index) => `thing_${index}${translated && !isNamed ? '_en' : ''}`);
      const block: RawRow[] = [
        { ...begin, ...labelled(translated, 'How are they?'), ...(required && { required: 'yes' }) },
        ...rated.map((appearance, index) => ({
          type: 'score__row',
          // Without a name, the name is generated from the label.
          ...(isNamed && { name: names[index] }),
          ...labelled(translated, `thing ${index}`),
          ...(appearance !== '' && { appearance }),
        })),
        ...(remark ? [{ type: 'text', name: 'remark', ...labelled(translated, 'Why?') }] : []),
        { type: 'end_score' },
      ];
      const { copies, adding } = copiesIn(at);
      const last = `${pathIn(at, copies.length)}/mood`;
      const labels = scale.map((name) => shown(translated, `Is ${name}`)).join(' | ');
      return {
        survey: surround(at, [...rows, ...block]),
        choices: scale.map((name) => ({
          list_name: 'scale',
          name,
          ...labelled(translated, `Is ${name}`),
        })),
        fill: [
          ...adding,
          ...(translated ? ['language fr'] : []),
          ...(isConditional
            ? [`${last} is not relevant`, `${pathIn(at, copies.length)}/ask := y`, `${last} is relevant`]
            : []),
          `label of ${last}/mood_header: ${shown(translated, 'How are they?')}`,
          `${last}/mood_header is not required`,
          `choice labels of ${last}/mood_header: ${labels}`,
          ...names.flatMap((name, index) => [
            `choice labels of ${last}/${name}: ${labels}`,
            `${last}/${name} is ${required ? '' : 'not '}required`,
            `${last}/${name} := ${scale[index % marks]}`,
          ]),
          ...names.map((name, index) => `${last}/${name} = ${scale[index % marks]}`),
          ...(copies.length > 1 ? [`${pathIn(at, 1)}/mood/${names[0]} = `] : []),
          ...(remark ? [`${last}/remark is not required`] : []),
        ],
      };
    }),
};

/** Choice name of a row → prefix of the names of its questions. */
const THINGS = { goat: 'goat', '2': '2', 'big pot': 'big_pot', 'vélo-1': 'vélo-1' };
const ANSWERS = {
  text: 'some',
  integer: '7',
  decimal: '7.5',
  'select_one yn': 'y',
  'select_multiple yn': 'y n',
};

const matrices: FormKind = {
  name: 'matrices',
  forms: fc
    .record({
      ...place,
      translated: fc.boolean(),
      isConditional: fc.boolean(),
      things: fc.shuffledSubarray(Object.keys(THINGS) as (keyof typeof THINGS)[], { minLength: 1 }),
      columns: fc.array(
        fc.record({
          type: fc.constantFrom(...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[])),
          required: fc.constantFrom('', 'yes', 'no'),
          appearance: fc.constantFrom('', 'w1', 'w10'),
          isByFirst: fc.boolean(),
        }),
        { maxLength: 3 },
      ),
      limit: fc.integer({ min: 2, max: 90 }),
    })
    .map(({ translated, isConditional, things, columns, limit, ...at }) => {
      const { rows, condition } = relevanceQuestion(isConditional, translated);
      const begin = { type: 'begin_kobomatrix', name: 'own', 'kobo--matrix_list': 'things', ...condition };
      const block: RawRow[] = [
        { ...begin, ...labelled(translated, 'What do you own?') },
        { type: 'integer', name: 'n', ...labelled(translated, 'How many?'), constraint: `. <= ${limit}` },
        ...columns.map(({ type, required, appearance, isByFirst }, index) => ({
          type,
          name: `c${index}`,
          ...labelled(translated, `Column ${index}`),
          ...(isByFirst && { relevant: '${n} > 1', constraint: "${n} > 1 and . != 'none'" }),
          ...(required !== '' && { required }),
          ...(appearance !== '' && { appearance }),
        })),
        { type: 'end_kobomatrix' },
      ];
      const cells = things.map((thing) => `own_${THINGS[thing]}_n`);
      const total = cells.map((name) => `coalesce(\${${name}}, 0)`).join(' + ');
      const { copies, adding } = copiesIn(at);
      const last = pathIn(at, copies.length);
      const group = (thing: keyof typeof THINGS) => `${last}/own_${THINGS[thing]}`;
      const cell = (thing: keyof typeof THINGS, column: string) =>
        `${group(thing)}/own_${THINGS[thing]}_${column}`;
      const [first] = things as [keyof typeof THINGS];
      const inRow = (thing: keyof typeof THINGS): string[] =>
        columns.flatMap(({ type, required, isByFirst }, index) => {
          const question = cell(thing, `c${index}`);
          return thing !== first && isByFirst
            ? [`${question} is not relevant`]
            : [
                `${question} is relevant`,
                `${question} is ${required === 'yes' ? '' : 'not '}required`,
                `${question} := ${ANSWERS[type]}`,
                `${question} = ${ANSWERS[type]}`,
                `${question} is valid`,
              ];
        });
      return {
        survey: surround(at, [...rows, ...block, { type: 'calculate', name: 'total', calculation: total }]),
        choices: [
          ...things.map((name) => ({ list_name: 'things', name, ...labelled(translated, `A ${name}`) })),
          ...['y', 'n'].map((name) => ({ list_name: 'yn', name, ...labelled(translated, name) })),
        ],
        fill: [
          ...adding,
          ...(translated ? ['language fr'] : []),
          ...(isConditional
            ? [
                `${last}/own_header is not relevant`,
                `${group(first)} is not relevant`,
                `${last}/ask := y`,
                `${last}/own_header is relevant`,
              ]
            : []),
          `label of ${last}/own_header/own_header_note: **${shown(translated, 'What do you own?')}**`,
          ...things.map(
            (thing) => `label of ${cell(thing, 'note')}: ##### ${shown(translated, `A ${thing}`)}`,
          ),
          `label of ${cell(first, 'n')}: <span style="display:none">${first}-${shown(translated, 'How many?')}</span>`,
          `${cell(first, 'n')} := 91`,
          `${cell(first, 'n')} is not valid`,
          ...things.map((thing) => `${cell(thing, 'n')} := ${thing === first ? limit : 1}`),
          `${cell(first, 'n')} is valid`,
          `${last}/total = ${limit + things.length - 1}`,
          ...things.flatMap(inRow),
          ...(copies.length > 1 ? [`${pathIn(at, 1)}/total = 0`] : []),
        ],
      };
    }),
};

export const BLOCK_KINDS: readonly FormKind[] = [scores, matrices];
