import { type Codename, PERMISSIONS } from '../../domain/permission/codename';
import type { PartialCodename, StoredPartialGrants } from '../../domain/permission/permission-set';
import type { Comparison, RowCondition, SimpleRowFilter } from '../../domain/query/row-condition';
import type { Assignment } from '../../modules/permission/permission-assignment.service';
import { type Text, t } from '../../language/message';
import { joinedText, listText, orText } from '../../language/format';
import { html, type Html } from '../page/html';
import type { FormValues } from '../page/stale-form';
import { type PersonForm, readUniform, type Rows } from './person-form';

type Labelled = Exclude<Codename, 'partial_submissions'>;

const permissionLabels = (): Readonly<Record<Labelled, Text>> => ({
  manage_asset: t('Manage the project and its people'),
  change_asset: t('Change the form and settings'),
  view_asset: t('See the form'),
  discover_asset: t('Find the project in lists'),
  add_submissions: t('Send submissions'),
  view_submissions: t('View submissions'),
  change_submissions: t('Edit submissions'),
  validate_submissions: t('Set the validation status of submissions'),
  delete_submissions: t('Delete submissions'),
});

export const permissionLabel = (codename: Labelled): Text => permissionLabels()[codename];

/** Permissions on some submissions. */
const partialLabels = (): Readonly<Record<Exclude<PartialCodename, 'add_submissions'>, Text>> => ({
  view_submissions: t('view'),
  change_submissions: t('edit'),
  validate_submissions: t('set the validation status'),
  delete_submissions: t('delete'),
});

export const comparisonLabels = (): Readonly<Record<Comparison, Text>> => ({
  is: t('is'),
  'is-not': t('is not'),
  contains: t('contains'),
  'at-least': t('is at least'),
  'at-most': t('is at most'),
  'more-than': t('is more than'),
  'less-than': t('is less than'),
  answered: t('is answered'),
  'not-answered': t('is not answered'),
});

function conditionText(condition: RowCondition, labels?: ReadonlyMap<string, string>): Text {
  const values = { ...condition, question: labels?.get(condition.question) ?? condition.question };
  switch (condition.comparison) {
    case 'is':
      return t('{question} is {value}', values);
    case 'is-not':
      return t('{question} is not {value}', values);
    case 'contains':
      return t('{question} contains {value}', values);
    case 'at-least':
      return t('{question} is at least {value}', values);
    case 'at-most':
      return t('{question} is at most {value}', values);
    case 'more-than':
      return t('{question} is more than {value}', values);
    case 'less-than':
      return t('{question} is less than {value}', values);
    case 'answered':
      return t('{question} is answered', values);
    case 'not-answered':
      return t('{question} is not answered', values);
  }
}

/** Lists the permissions of the assignments, without those that others imply. */
export function permissionText(
  assignments: readonly Assignment[],
  labels: ReadonlyMap<string, string>,
): Html {
  const held = assignments.map(({ codename }) => codename);
  const shown = held.filter((each) => !held.some((other) => PERMISSIONS[other].implied.includes(each)));
  const permissions = permissionLabels();
  const order = Object.keys(permissions);
  const texts = shown
    .flatMap((codename) => (codename === 'partial_submissions' ? [] : [codename]))
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((codename) => html`<li>${permissions[codename]}</li>`);
  const partial = assignments.find(({ partialGrants }) => partialGrants !== null)?.partialGrants;
  return html`<ul class="ticks">
    ${texts}${partial !== null && partial !== undefined && html`<li>${partialText(partial, labels)}</li>`}
  </ul>`;
}

export function partialText(stored: StoredPartialGrants, labels: ReadonlyMap<string, string>): Html {
  const labelsOfActions = partialLabels();
  const actions = (Object.keys(stored) as PartialCodename[]).flatMap((codename) =>
    codename === 'add_submissions' ? [] : [labelsOfActions[codename]],
  );
  const simple = readUniform(stored);
  return html`${t('Of some submissions: {actions}', { actions: listText(actions) })}
  ${simple === undefined ? html`<code dir="auto">${JSON.stringify(stored)}</code>` : filterText(simple, labels)}`;
}

function filterText({ submitters, conditions }: SimpleRowFilter, labels: ReadonlyMap<string, string>): Html {
  const texts = [
    ...(submitters.length > 0 ? [t('sent by {people}', { people: orText(submitters) })] : []),
    ...conditions.map((condition) => conditionText(condition, labels)),
  ];
  return html`<span class="soft" dir="auto">(${joinedText(texts, '; ')})</span>`;
}

const rowsLabels = (): Readonly<Record<Rows, Text>> => ({
  none: t('None'),
  all: t('All submissions'),
  some: t('Only some'),
  kept: t('By a filter that was set through the API'),
});

/** Values of the form of a person, as people read them. */
export function personValues({ checked, rows, filter, stored }: PersonForm): FormValues {
  // Viewing submissions follows the rows.
  const labels = (Object.keys(permissionLabels()) as Labelled[])
    .filter((codename) => codename !== 'view_submissions' && checked.has(codename))
    .map(permissionLabel);
  const conditions = filter.conditions.map((condition) => conditionText(condition));
  const isFiltered = rows === 'some';
  return [
    [t('Permissions'), listText(labels)],
    [t('See submissions'), rowsLabels()[rows]],
    [t('Sent by'), isFiltered ? filter.submitters.join(', ') : ''],
    [t('Conditions'), isFiltered ? joinedText(conditions, '\n') : ''],
    [t('Filter set through the API'), rows === 'kept' && stored !== null ? JSON.stringify(stored) : ''],
  ];
}
