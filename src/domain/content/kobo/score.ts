import { SurveyRow } from '../content';
import { KoboBlock, made, madeEnd, nameOf } from './block';

/**
 * A rating scale as plain rows (contract-xlsform 2.8): a group on one page, the choices as headings, and one select per
 * thing that is rated. Rows of other types stay as they are.
 */
export function expandScore({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const name = nameOf(begin);
  const { label, hint, relevant, required } = begin;
  const select = { type: 'select_one', select_from_list_name: begin['kobo--score-choices'] };
  return [
    made(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    made(begin, { ...select, name: `${name}_header`, appearance: 'label', label, hint, $kuid: begin.$kuid }),
    ...inner.map((row) => {
      if (row.type !== 'score__row') return row;
      const appearance = row.appearance ?? 'list-nolabel';
      const cells = { ...row, ...select, name: nameOf(row), appearance };
      return made(row, required === true ? { ...cells, required } : cells);
    }),
    madeEnd(end),
  ];
}
