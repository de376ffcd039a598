import fc from '../../fixtures/fast-check';
import type { RawRow } from '../../../src/domain/content/standard/raw-content';
import { copiesIn, type FormKind, pathIn, surround } from './form-kind';

const NAMES = ['van', 'bus', 'bike', 'boat'];
const place = { group: fc.boolean(), repeat: fc.boolean() };

const loops: FormKind = {
  name: 'loops',
  forms: fc
    .record({
      ...place,
      translated: fc.boolean(),
      count: fc.integer({ min: 1, max: NAMES.length }),
      types: fc.array(fc.constantFrom('text', 'decimal'), { minLength: 1, maxLength: 3 }),
    })
    .map(({ translated, count, types, ...at }) => {
      const names = NAMES.slice(0, count);
      const labelled = (text: string): RawRow =>
        translated ? { 'label::en': `${text} en`, 'label::fr': `${text} fr` } : { label: text };
      const rows: RawRow[] = [
        { type: 'begin loop over cars', name: 'park', ...labelled('Cars') },
        ...types.map((type, index) => ({ type, name: `q${index}`, ...labelled('Of %(label)s?') })),
        { type: 'end loop' },
      ];
      const { copies, adding } = copiesIn(at);
      const last = `${pathIn(at, copies.length)}/park`;
      return {
        survey: surround(at, rows),
        choices: names.map((name) => ({ list_name: 'cars', name, ...labelled(`the ${name}`) })),
        fill: [
          ...adding,
          ...(translated ? ['language fr'] : []),
          ...names.flatMap((name) => [
            `${last}/${name}/q0 := 7.5`,
            `${last}/${name}/q0 = 7.5`,
            `label of ${last}/${name}/q0: ${translated ? `Of the ${name} fr? fr` : `Of the ${name}?`}`,
          ]),
        ],
      };
    }),
};

/** Entities created or updated by the form, or by each copy of a repeat. */
const entities: FormKind = {
  name: 'entities',
  forms: fc
    .record({
      repeat: fc.boolean(),
      action: fc.constantFrom('create', 'create if', 'update', 'upsert'),
      saved: fc.uniqueArray(fc.constantFrom('species', 'girth', 'height_m', 'planted-on'), {
        minLength: 1,
        maxLength: 4,
      }),
      named: fc.boolean(),
    })
    .map(({ action, saved, named, repeat }) => {
      const at = { group: false, repeat };
      const isUpdate = action === 'update' || action === 'upsert';
      const rows: RawRow[] = [
        ...(isUpdate ? [{ type: 'text', name: 'tree_id', label: 'Which tree?' }] : []),
        ...saved.map((property, index) => ({
          type: 'text',
          name: `q${index}`,
          label: property,
          save_to: named ? `trees#${property}` : property,
        })),
      ];
      const { copies, adding } = copiesIn(at);
      return {
        survey: surround(at, rows),
        entities: [
          {
            list_name: 'trees',
            label: "concat('Tree ', ${q0})",
            ...(isUpdate && { entity_id: '${tree_id}' }),
            ...(action === 'create if' && { create_if: "${q0} != 'none'" }),
            ...(action === 'upsert' && { create_if: "${tree_id} = ''", update_if: "${tree_id} != ''" }),
          },
        ],
        fill: [
          ...adding,
          ...copies.flatMap((copy) => [
            `${pathIn(at, copy)}/q0 := oak${copy}`,
            `${pathIn(at, copy)}/meta/entity/label = Tree oak${copy}`,
          ]),
          ...(action === 'create if'
            ? [`${pathIn(at)}/q0 := none`, `${pathIn(at)}/meta/entity/@create = false`]
            : []),
        ],
      };
    }),
};

const ranges: FormKind = {
  name: 'ranges',
  forms: fc
    .record({
      ...place,
      start: fc.integer({ min: -50, max: 50 }),
      steps: fc.integer({ min: 1, max: 20 }),
      step: fc.constantFrom(1, 2, 5, 0.5, 0.25),
      separator: fc.constantFrom(' ', ', ', '; '),
    })
    .map(({ start, steps, step, separator, ...at }) => {
      const end = start + steps * step;
      const stored = Number.isInteger(end) && !Number.isInteger(step) ? `${end}.0` : String(end);
      const range = {
        type: 'range',
        name: 'q',
        label: 'How much?',
        parameters: [`start=${start}`, `end=${end}`, `step=${step}`].join(separator),
      };
      const { copies, adding } = copiesIn(at);
      const last = pathIn(at, copies.length);
      return {
        survey: surround(at, [range]),
        fill: [...adding, `type of ${last}/q: range`, `${last}/q := ${end}`, `${last}/q = ${stored}`],
      };
    }),
};

export const ROW_KINDS: readonly FormKind[] = [loops, entities, ranges];
