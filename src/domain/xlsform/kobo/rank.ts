import { SurveyRow } from '../../asset/content';
import { KoboBlock, nameOf, present } from './block';

/**
 * A ranking as plain rows (contract-xlsform 2.8): a group on one page with the question as a note, and one select per level,
 * each of which must differ from those above it.
 */
export function expandRank({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const { label, hint, relevant, required } = begin;
  const group = {
    type: 'begin_group',
    name: nameOf(begin),
    appearance: 'field-list',
    ...present({ relevant }),
  };
  const note = { type: 'note', name: `${nameOf(begin)}_label`, ...present({ label, hint }) };
  const levels = inner.map((row, index) => ({
    ...row,
    type: 'select_one',
    name: nameOf(row),
    appearance: row.appearance ?? 'minimal',
    ...present({
      select_from_list_name: begin['kobo--rank-items'],
      required: row.required ?? required,
      constraint_message: begin['kobo--rank-constraint-message'],
      constraint: differsFrom(row, inner.slice(0, index)),
    }),
  }));
  return [group, note, ...levels, { ...end, type: 'end_group' }];
}

function differsFrom(row: SurveyRow, earlier: readonly SurveyRow[]): string {
  return earlier.map((other) => `\${${nameOf(row)}} != \${${nameOf(other)}}`).join(' and ');
}
