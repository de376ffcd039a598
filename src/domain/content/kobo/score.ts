import { SurveyRow } from '../content';
import { KoboBlock, expandedRow, expandedGroupEnd, nameOf } from './block';

/**
 * Expands a rating scale to plain rows (contract-xlsform 2.8): a group on one page, the choices as headings, and a
 * select per rated item. Keeps rows of other types.
 */
export function expandScore({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const name = nameOf(begin);
  const { label, hint, relevant, required } = begin;
  const select = { type: 'select_one', select_from_list_name: begin['kobo--score-choices'] };
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    expandedRow(begin, {
      ...select,
      name: `${name}_header`,
      appearance: 'label',
      label,
      hint,
      $kuid: begin.$kuid,
    }),
    ...inner.map((row) => {
      if (row.type !== 'score__row') return row;
      const appearance = row.appearance ?? 'list-nolabel';
      const cells = { ...row, ...select, name: nameOf(row), appearance };
      return expandedRow(row, required === true ? { ...cells, required } : cells);
    }),
    expandedGroupEnd(end),
  ];
}
