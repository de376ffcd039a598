import { SurveyRow } from '../../asset/content';
import { given, KoboBlock, MadeRow, nameIn, textOf } from './kobo-block';

/** A score: several questions with one scale, shown as the lines of a table under a line with the scale's labels. */
export function expandScore({ begin, rows, end }: KoboBlock): MadeRow[] {
  const select = { type: 'select_one', select_from_list_name: textOf(begin, 'kobo--score-choices') };
  const header: SurveyRow = {
    ...select,
    name: `${nameIn(begin)}_header`,
    appearance: 'label',
    ...given(begin, 'label'),
  };
  return [
    { from: begin, row: fieldList(begin) },
    { from: begin, row: header },
    ...rows.map((from) => {
      if (from.type !== 'score__row') return { from, row: from };
      const row: SurveyRow = {
        ...from,
        ...select,
        appearance: from['appearance'] ?? 'list-nolabel',
        ...(begin.required === true ? { required: true } : {}),
      };
      return { from, row };
    }),
    ...closing(end),
  ];
}

/** A ranking: one select per place, none of which may repeat the choice of an earlier place. */
export function expandRank({ begin, rows, end }: KoboBlock): MadeRow[] {
  const note: SurveyRow = { type: 'note', name: `${nameIn(begin)}_label`, ...given(begin, 'label') };
  const earlier: string[] = [];
  const levels = rows.map((from): MadeRow => {
    if (from.type !== 'rank__level') return { from, row: from };
    const constraint = earlier.map((name) => `\${${nameIn(from)}} != \${${name}}`).join(' and ');
    earlier.push(nameIn(from));
    return { from, row: rankLevel(begin, from, constraint) };
  });
  return [{ from: begin, row: fieldList(begin) }, { from: begin, row: note }, ...levels, ...closing(end)];
}

function rankLevel(begin: SurveyRow, level: SurveyRow, constraint: string): SurveyRow {
  const message = begin['kobo--rank-constraint-message'];
  return {
    ...level,
    type: 'select_one',
    select_from_list_name: textOf(begin, 'kobo--rank-items'),
    appearance: level['appearance'] ?? 'minimal',
    ...given(begin, 'required'),
    ...(message === undefined ? {} : { constraint_message: message }),
    ...(constraint === '' ? {} : { constraint }),
  };
}

function fieldList(begin: SurveyRow): SurveyRow {
  return { type: 'begin_group', name: nameIn(begin), appearance: 'field-list', ...given(begin, 'relevant') };
}

function closing(end: SurveyRow | undefined): MadeRow[] {
  return end === undefined ? [] : [{ from: end, row: { type: 'end_group' } }];
}
