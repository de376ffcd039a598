import { SurveyRow } from '../content';
import { KoboBlock, expandedRow, expandedGroupEnd, nameOf } from './block';

/**
 * Expands a ranking to plain rows (contract-xlsform 2.8): a group on one page with the question as a note, and a select
 * per level that must differ from those above it. Keeps rows of other types.
 */
export function expandRank({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const name = nameOf(begin);
  const { label, hint, relevant } = begin;
  const earlier: string[] = [];
  const levels = inner.map((row) => {
    if (row.type !== 'rank__level') return row;
    const level = nameOf(row);
    const constraint = earlier.map((other) => `\${${level}} != \${${other}}`).join(' and ');
    earlier.push(level);
    return expandedRow(row, {
      ...row,
      type: 'select_one',
      name: level,
      select_from_list_name: begin['kobo--rank-items'],
      appearance: row.appearance ?? 'minimal',
      required: true,
      constraint_message: begin['kobo--rank-constraint-message'],
      constraint,
    });
  });
  return [
    expandedRow(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    expandedRow(begin, { type: 'note', name: `${name}_label`, label, hint }),
    ...levels,
    expandedGroupEnd(end),
  ];
}
