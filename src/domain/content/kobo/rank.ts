import { SurveyRow } from '../content';
import { KoboBlock, made, madeEnd, nameOf } from './block';

/**
 * A ranking as plain rows (contract-xlsform 2.8): a group on one page with the question as a note, and one select per level,
 * each of which must differ from those above it. Rows of other types stay as they are.
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
    return made(row, {
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
    made(begin, { type: 'begin_group', name, appearance: 'field-list', relevant }),
    made(begin, { type: 'note', name: `${name}_label`, label, hint }),
    ...levels,
    madeEnd(end),
  ];
}
