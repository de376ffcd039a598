import fc from '../../fixtures/fast-check';
import type { RawRow } from '../../../src/domain/content/standard/raw-content';
import { copiesIn, type FormKind, pathIn, surround } from './form-kind';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const place = { group: fc.boolean(), repeat: fc.boolean() };
const size = (min: number) => fc.integer({ min, max: NAMES.length });

function list(count: number, translated = false): RawRow[] {
  return NAMES.slice(0, count).map((name) => ({
    list_name: 'l',
    name,
    ...(translated ? { 'label::en': `En ${name}`, 'label::fr': `Fr ${name}` } : { label: `Choice ${name}` }),
  }));
}

const otherAnswers: FormKind = {
  name: 'another answer',
  forms: fc
    .record({
      ...place,
      many: fc.boolean(),
      translated: fc.boolean(),
      count: size(1),
      words: fc.constantFrom('or_other', 'or other', 'or specify other'),
    })
    .map(({ many, translated, count, words, ...at }) => {
      const label = translated ? { 'label::en': 'What?', 'label::fr': 'Quoi ?' } : { label: 'What?' };
      const select = { type: `${many ? 'select_multiple' : 'select_one'} l ${words}`, name: 'q', ...label };
      const { copies, adding } = copiesIn(at);
      const last = pathIn(at, copies.length);
      return {
        survey: surround(at, [select]),
        choices: list(count, translated),
        fill: [
          ...adding,
          `choices of ${last}/q: ${[...NAMES.slice(0, count), 'other'].join(' ')}`,
          `${last}/q_other is not relevant`,
          `${last}/q := other`,
          `${last}/q_other is relevant`,
          ...(copies.length > 1 ? [`${pathIn(at, 1)}/q_other is not relevant`] : []),
        ],
      };
    }),
};

/** Rankings, with the question type rank and with Kobo's rank rows. */
const ranks: FormKind = {
  name: 'ranks',
  forms: fc
    .record({
      ...place,
      count: size(2),
      isBlock: fc.boolean(),
      parameters: fc.constantFrom('', 'randomize=true', 'randomize=true seed=7'),
      required: fc.boolean(),
      order: fc.shuffledSubarray(NAMES, { minLength: NAMES.length }),
    })
    .map(({ count, isBlock, parameters, required, order, ...at }) => {
      const levels = NAMES.slice(0, count).map((name) => `level_${name}`);
      const block: RawRow[] = [
        {
          type: 'begin_rank',
          name: 'best',
          label: 'Best first',
          'kobo--rank-items': 'l',
          'kobo--rank-constraint-message': 'Choose another',
          required: String(required),
        },
        ...levels.map((name) => ({ type: 'rank__level', name, label: name })),
        { type: 'end_rank' },
      ];
      const question = { type: 'rank l', name: 'best', label: 'Best first', parameters };
      const { copies, adding } = copiesIn(at);
      const last = pathIn(at, copies.length);
      const ordered = order.filter((name) => NAMES.slice(0, count).includes(name));
      const inBlock = [
        ...levels.map((level, index) => `${last}/best/${level} := ${ordered[index]}`),
        ...levels.flatMap((level) => [`${last}/best/${level} is valid`, `${last}/best/${level} is required`]),
        `${last}/best/${levels[1]} := ${ordered[0]}`,
        `${last}/best/${levels[1]} is not valid`,
      ];
      return {
        survey: surround(at, isBlock ? block : [question]),
        choices: list(count),
        fill: [
          ...adding,
          ...(isBlock
            ? inBlock
            : [`${last}/best := ${ordered.join(' ')}`, `${last}/best = ${ordered.join(' ')}`]),
        ],
      };
    }),
};

const COLUMN = /^[A-Za-z_][\w.-]{0,15}$/;

const fileSelects: FormKind = {
  name: 'choices from files',
  forms: fc
    .record({
      ...place,
      many: fc.boolean(),
      value: fc.option(fc.stringMatching(COLUMN)),
      label: fc.option(fc.stringMatching(COLUMN)),
      count: size(1),
      isFiltered: fc.boolean(),
    })
    .filter(({ value, label }) => new Set([value ?? 'name', label ?? 'label', 'pop']).size === 3)
    .map(({ many, value, label, count, isFiltered, ...at }) => {
      const parameters = [
        ...(value === null ? [] : [`value=${value}`]),
        ...(label === null ? [] : [`label=${label}`]),
      ].join(' ');
      const select: RawRow = {
        type: `${many ? 'select_multiple' : 'select_one'}_from_file towns.csv`,
        name: 'town',
        label: 'Town',
        parameters,
        ...(isFiltered && { choice_filter: 'pop > ${least}' }),
      };
      const least = { type: 'integer', name: 'least', label: 'People, at least' };
      const names = NAMES.slice(0, count);
      const { copies, adding } = copiesIn(at);
      const last = pathIn(at, copies.length);
      const expectedChoices = isFiltered ? names.slice(1) : names;
      return {
        survey: surround(at, [least, select]),
        files: {
          'towns.csv': [
            `${value ?? 'name'},${label ?? 'label'},pop`,
            ...names.map((name, index) => `${name},Town ${name},${index + 1}`),
            '',
          ].join('\n'),
        },
        fill: [...adding, `${last}/least := 1`, `choices of ${last}/town: ${expectedChoices.join(' ')}`],
      };
    }),
};

export const SELECT_KINDS: readonly FormKind[] = [otherAnswers, ranks, fileSelects];
