import type { Content } from '../../domain/content/content';
import { type FormColumn, formColumns, labelOf } from './form-columns';

const form = (uid: string, rows: readonly [type: string, name?: string, more?: object][]) => ({
  uid,
  content: {
    translations: [null],
    translated: [],
    survey: rows.map(([type, name, more]) => ({ type, ...(name !== undefined && { name }), ...more })),
    choices: [{ list_name: 'l', name: 'a' }],
  } as unknown as Content,
});
const namesOf = (columns: readonly FormColumn[]): unknown[] =>
  columns.map((column) =>
    column.kind === 'repeat' ? [column.name, ...namesOf(column.columns)] : column.name,
  );

it('has repeats where the newest version has them, then what only older ones have', () => {
  const older = form('v1', [
    ['text', 'gone'],
    ['begin_repeat', 'old_repeat'],
    ['text', 'inside'],
    ['end_repeat'],
    ['text', 'last'],
  ]);
  const newest = form('v2', [
    ['start', 'start'],
    ['text', 'first'],
    ['begin_group', 'g'],
    ['begin_repeat', 'child'],
    ['begin_repeat', 'visit'],
    ['date', 'day'],
    ['end_repeat'],
    ['text', 'name'],
    ['end_repeat'],
    ['select_one', 'kind', { select_from_list_name: 'l', _or_other: true }],
    ['end_group'],
    ['text', 'last'],
  ]);
  const { columns } = formColumns([older, newest]);
  expect(namesOf(columns)).toEqual([
    'first',
    ['child', ['visit', 'day'], 'name'],
    'kind',
    'kind_other',
    'last',
    'gone',
    ['old_repeat', 'inside'],
    'start',
  ]);
});

it('has a repeat that moved out of another one at both places, with the paths of each', () => {
  const older = form('v1', [
    ['begin_repeat', 'child'],
    ['text', 'name'],
    ['begin_repeat', 'visit'],
    ['date', 'day'],
    ['text', 'doctor'],
    ['end_repeat'],
    ['end_repeat'],
  ]);
  const newest = form('v2', [
    ['begin_repeat', 'child'],
    ['text', 'name'],
    ['end_repeat'],
    ['begin_repeat', 'visit'],
    ['date', 'day'],
    ['text', 'place'],
    ['end_repeat'],
  ]);
  const keysOf = (columns: readonly FormColumn[]): unknown[] =>
    columns.map((column) => (column.kind === 'repeat' ? keysOf(column.columns) : column.key));
  const { columns } = formColumns([older, newest]);
  expect(keysOf(columns)).toEqual([
    ['child/name', ['child/visit/day', 'child/visit/doctor']],
    ['visit/day', 'visit/place'],
  ]);
});

it('shows the hidden label of a cell of a matrix', () => {
  const label = ['<span style="display:none">well-Price</span>'];
  const { columns } = formColumns([form('v1', [['integer', 'm_well_price', { label }]])]);
  expect(columns.map((column) => labelOf(column, null))).toEqual(['well-Price']);
  expect(columns.map((column) => labelOf(column, undefined))).toEqual(['m_well_price']);
});
