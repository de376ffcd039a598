import { SurveyRow } from '../../asset/content';
import { KoboBlock, nameOf, present } from './block';

/**
 * A rating scale as plain rows (contract-xlsform 2.8): a group on one page, the choices as headings, and one select per
 * thing that is rated.
 */
export function expandScore({ begin, inner, end }: KoboBlock): SurveyRow[] {
  const { label, hint, relevant, required } = begin;
  const list = begin['kobo--score-choices'];
  const group = {
    type: 'begin_group',
    name: nameOf(begin),
    appearance: 'field-list',
    ...present({ relevant }),
  };
  const heading = {
    type: 'select_one',
    name: `${nameOf(begin)}_header`,
    appearance: 'label',
    ...present({ select_from_list_name: list, label, hint }),
  };
  const rows = inner.map((row) => ({
    ...row,
    type: 'select_one',
    name: nameOf(row),
    appearance: row.appearance ?? 'list-nolabel',
    ...present({ select_from_list_name: list }),
    ...(required === true ? { required: true } : {}),
  }));
  return [group, heading, ...rows, { ...end, type: 'end_group' }];
}
