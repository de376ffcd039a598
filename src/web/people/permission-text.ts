import { type Codename, PERMISSIONS } from '../../domain/permission/codename';
import type { StoredPartialGrants } from '../../domain/permission/partial-grant';
import type { Comparison, SimpleRowFilter } from '../../domain/query/row-condition';
import type { Assignment } from '../../modules/permission/permission-assignment.service';
import { html, type Html } from '../page/html';
import type { FormValues } from '../page/stale-form';
import { type PersonForm, readUniform, type Rows } from './person-form';

const LABELS: Readonly<Record<Exclude<Codename, 'partial_submissions'>, string>> = {
  manage_asset: 'Manage the project and its people',
  change_asset: 'Change the form and settings',
  view_asset: 'See the form',
  discover_asset: 'Find the project in lists',
  add_submissions: 'Send submissions',
  view_submissions: 'View submissions',
  change_submissions: 'Edit submissions',
  validate_submissions: 'Set the validation status of submissions',
  delete_submissions: 'Delete submissions',
};

export const permissionLabel = (codename: Exclude<Codename, 'partial_submissions'>): string =>
  LABELS[codename];

export const COMPARISON_LABELS: Readonly<Record<Comparison, string>> = {
  is: 'is',
  'is-not': 'is not',
  contains: 'contains',
  'at-least': 'is at least',
  'at-most': 'is at most',
  'more-than': 'is more than',
  'less-than': 'is less than',
  answered: 'is answered',
  'not-answered': 'is not answered',
};

/** Lists the permissions of the assignments, without those that others imply. */
export function permissionText(
  assignments: readonly Assignment[],
  labels: ReadonlyMap<string, string>,
): Html {
  const held = assignments.map(({ codename }) => codename);
  const shown = held.filter((each) => !held.some((other) => PERMISSIONS[other].implied.includes(each)));
  const order = Object.keys(LABELS);
  const texts = shown
    .flatMap((codename) => (codename === 'partial_submissions' ? [] : [codename]))
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((codename) => html`<li>${LABELS[codename]}</li>`);
  const partial = assignments.find(({ partialGrants }) => partialGrants !== null)?.partialGrants;
  return html`<ul class="ticks">
    ${texts}${partial !== null && partial !== undefined && html`<li>${partialText(partial, labels)}</li>`}
  </ul>`;
}

export function partialText(stored: StoredPartialGrants, labels: ReadonlyMap<string, string>): Html {
  const actions = (Object.keys(stored) as (keyof StoredPartialGrants)[])
    .filter((codename) => codename !== 'add_submissions')
    .map((codename) => LABELS[codename].replace(/ submissions$| of submissions$/, '').toLowerCase());
  const simple = readUniform(stored);
  return html`Of some submissions: ${actions.join(', ')}
  ${simple === undefined ? html`<code dir="auto">${JSON.stringify(stored)}</code>` : filterText(simple, labels)}`;
}

function filterText({ submitters, conditions }: SimpleRowFilter, labels: ReadonlyMap<string, string>): Html {
  const texts = [
    ...(submitters.length > 0 ? [`sent by ${submitters.join(' or ')}`] : []),
    ...conditions.map(({ question, comparison, value }) =>
      `${labels.get(question) ?? question} ${COMPARISON_LABELS[comparison]} ${value}`.trim(),
    ),
  ];
  return html`<span class="soft" dir="auto">(${texts.join('; ')})</span>`;
}

const ROWS_LABELS: Readonly<Record<Rows, string>> = {
  none: 'None',
  all: 'All submissions',
  some: 'Only some',
  kept: 'By a filter that was set through the API',
};

/** Values of the form of a person, as people read them. */
export function personValues({ checked, rows, filter, stored }: PersonForm): FormValues {
  // Viewing submissions follows the rows.
  const labels = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((codename) => codename !== 'view_submissions' && checked.has(codename))
    .map(permissionLabel);
  const conditions = filter.conditions.map(
    ({ question, comparison, value }) => `${question} ${COMPARISON_LABELS[comparison]} ${value}`,
  );
  const isFiltered = rows === 'some';
  return [
    ['Permissions', labels.join(', ')],
    ['See submissions', ROWS_LABELS[rows]],
    ['Sent by', isFiltered ? filter.submitters.join(', ') : ''],
    ['Conditions', isFiltered ? conditions.join('\n') : ''],
    ['Filter set through the API', rows === 'kept' && stored !== null ? JSON.stringify(stored) : ''],
  ];
}
