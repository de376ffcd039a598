import { isDeepStrictEqual } from 'node:util';
import { InvalidError } from '../../domain/errors';
import { CODENAMES, type Codename } from '../../domain/permission/codename';
import {
  isPartialCodename,
  type PartialCodename,
  type StoredPartialGrants,
  type SubmissionFilter,
  type GrantRequest,
} from '../../domain/permission/permission-set';
import {
  type Comparison,
  COMPARISONS,
  needsValue,
  readSimpleRowFilter,
  type RowCondition,
  type SimpleRowFilter,
  toRowFilter,
} from '../../domain/query/row-condition';
import type { Assignment } from '../../modules/permission/permission-assignment.service';
import type { ReportQuestion } from '../../domain/report/report-question';
import type { Option } from '../page/form-field';
import { lineOf, type Sent } from '../page/handle-form';

/** Which submissions the permissions on submissions concern. `kept`: the stored filter, which has no form. */
export type Rows = 'none' | 'all' | 'some' | 'kept';

export interface PersonForm {
  readonly username: string;
  /** Checked permissions. */
  readonly checked: ReadonlySet<Codename>;
  readonly rows: Rows;
  readonly filter: SimpleRowFilter;
  /** Stored grants that only the API can change; null if there are none. */
  readonly stored: StoredPartialGrants | null;
}

/** Conditions of one form. */
export const MAX_CONDITIONS = 10;

const NO_FILTER: SimpleRowFilter = { submitters: [], conditions: [] };

export const NEW_PERSON: PersonForm = {
  username: '',
  checked: new Set(['view_asset', 'add_submissions']),
  rows: 'none',
  filter: NO_FILTER,
  stored: null,
};

/** Common sets of permissions on a survey, from the least to the most. */
export const ROLES = {
  viewer: { checked: ['view_asset'], rows: 'all' },
  enumerator: { checked: ['view_asset', 'add_submissions'], rows: 'none' },
  editor: {
    checked: ['view_asset', 'change_asset', 'add_submissions', 'change_submissions', 'validate_submissions'],
    rows: 'all',
  },
  manager: { checked: ['manage_asset'], rows: 'none' },
} as const satisfies Readonly<Record<string, { checked: readonly Codename[]; rows: Rows }>>;

export type Role = keyof typeof ROLES;

/** The role whose permissions the form has; custom if none. */
export function roleOf({ checked, rows }: PersonForm): Role | 'custom' {
  if (checked.has('manage_asset')) return 'manager';
  const chosen = [...checked].filter((codename) => codename !== 'view_submissions');
  const isRole = (role: Role): boolean =>
    ROLES[role].rows === rows &&
    chosen.length === ROLES[role].checked.length &&
    ROLES[role].checked.every((codename) => checked.has(codename));
  return (Object.keys(ROLES) as Role[]).find(isRole) ?? 'custom';
}

/** Names of one or several people that a form adds. */
export function usernamesOf({ username }: PersonForm): string[] {
  const names = username.split(/[\s,;]+/).filter((name) => name !== '');
  return names.length === 0 ? [username] : [...new Set(names)];
}

/** Permissions on submissions, beyond viewing them. */
export const ROW_ACTIONS = [
  'change_submissions',
  'validate_submissions',
  'delete_submissions',
] as const satisfies readonly PartialCodename[];

/** The form that shows what a user holds. */
export function personFormOf(username: string, assignments: readonly Assignment[]): PersonForm {
  const held = assignments.filter((each) => each.username === username);
  const checked = new Set(held.map(({ codename }) => codename));
  const stored = held.find(({ partialGrants }) => partialGrants !== null)?.partialGrants ?? null;
  const form = { username, checked, filter: NO_FILTER, stored: null };
  if (stored === null) return { ...form, rows: checked.has('view_submissions') ? 'all' : 'none' };
  const simple = readUniform(stored);
  if (simple === undefined || !fitsForm(simple)) return { ...form, rows: 'kept', stored };
  const granted = Object.keys(stored) as Codename[];
  return { ...form, rows: 'some', filter: simple, checked: new Set([...checked, ...granted]) };
}

/** Whether the fields of the form send the same filter again: one with fewer conditions would grant more submissions. */
function fitsForm({ submitters, conditions }: SimpleRowFilter): boolean {
  return (
    submitters.every((name) => /^[^\s,;]+$/.test(name)) &&
    conditions.length <= MAX_CONDITIONS &&
    conditions.every(
      ({ comparison, value }) =>
        value === value.trim() && !/[\r\n]/.test(value) && needsValue(comparison) === (value !== ''),
    )
  );
}

/** Simple filter that all granted permissions share. */
export function readUniform(stored: StoredPartialGrants): SimpleRowFilter | undefined {
  const [first, ...others] = Object.values(stored);
  const isUniform = others.every((each) => JSON.stringify(each) === JSON.stringify(first));
  return first !== undefined && isUniform ? readSimpleRowFilter(first) : undefined;
}

/** Reads the form; unknown questions and comparisons are left to `grantsOf`. */
export function readPersonForm(body: Sent, stored: StoredPartialGrants | null): PersonForm {
  const role = (Object.keys(ROLES) as Role[]).find((each) => each === body['role']);
  const sent = lineOf(body, 'rows');
  const ticked: Pick<PersonForm, 'rows'> & { readonly checked: readonly Codename[] } = {
    checked: CODENAMES.filter((codename) => body[codename] !== undefined),
    rows: (['all', 'some', 'kept'] as const).find((rows) => rows === sent) ?? 'none',
  };
  const { checked, rows } = role === undefined ? ticked : ROLES[role];
  return {
    username: lineOf(body, 'user'),
    checked: new Set(checked),
    rows,
    filter: {
      submitters: lineOf(body, 'submitters')
        .split(/[\s,;]+/)
        .filter((name) => name !== ''),
      conditions: readConditions(body),
    },
    stored,
  };
}

/** Comparisons with one of the choices. */
const CHOICE_COMPARISONS: readonly Comparison[] = ['is', 'is-not'];

/** Whether the value of the condition is one of the choices of its question. */
export function hasChoices({ comparison }: RowCondition, choices: readonly Option[]): boolean {
  return choices.length > 0 && CHOICE_COMPARISONS.includes(comparison);
}

/** Choices of a question by name; those without a label have their name for it. */
export function choicesOf({ labels }: Pick<ReportQuestion, 'labels'>): Option[] {
  return [...labels.keys()].map((name) => ({ value: name, label: labels.get(name) ?? name }));
}

/**
 * The form with the names of choices in place of their labels, which answers do not have.
 * @param stored conditions with choices that the form may have had before, or that the API has set
 * @throws InvalidError for an answer that the question can't have
 */
export function withChoiceNames(
  form: PersonForm,
  questions: readonly ReportQuestion[],
  stored: readonly RowCondition[] = [],
): PersonForm {
  const conditions = form.filter.conditions.map((condition) => {
    const question = questions.find(({ places: [{ path }] }) => path === condition.question);
    const choices = question === undefined ? [] : choicesOf(question);
    const { value } = condition;
    if (value === '' || !hasChoices(condition, choices)) return condition;
    const names = new Set(choices.map((each) => each.value));
    if (names.has(value) || stored.some((each) => isDeepStrictEqual(each, condition))) return condition;
    // The answer to a select_multiple has several.
    if (question?.kind === 'choices' && value.split(/\s+/).every((name) => names.has(name))) return condition;
    const [named, ...others] = choices.filter(({ label }) => label === value);
    if (named !== undefined && others.length === 0) return { ...condition, value: named.value };
    const title = question?.label ?? condition.question;
    throw InvalidError.at('rows', `“${value}” is not a choice of “${title}”. Choose one from its list.`);
  });
  return { ...form, filter: { ...form.filter, conditions } };
}

/** @throws InvalidError for conditions that make no filter */
export function grantsOf(
  { checked, rows, filter, stored }: PersonForm,
  isNumeric: (question: string) => boolean,
): GrantRequest[] {
  if (checked.has('manage_asset')) return [{ codename: 'manage_asset' }];
  const general = CODENAMES.filter(
    (codename) => codename !== 'partial_submissions' && checked.has(codename) && !isOnRows(codename),
  ).map((codename) => ({ codename: codename as Exclude<Codename, 'partial_submissions'> }));
  const actions = ROW_ACTIONS.filter((codename) => checked.has(codename));
  switch (rows) {
    case 'none':
      if (actions.length > 0) throw InvalidError.at('rows', 'Choose which submissions.');
      return general;
    case 'all':
      return [...general, ...(['view_submissions', ...actions] as const).map((codename) => ({ codename }))];
    case 'some':
      return [...general, partialGrant(actions, toRowFilter(filter, isNumeric))];
    case 'kept':
      if (stored === null) throw InvalidError.at('rows', 'The filter was changed. Choose another.');
      return [
        ...general,
        {
          codename: 'partial_submissions',
          partialGrants: (Object.entries(stored) as [Codename, SubmissionFilter][]).flatMap(
            ([codename, kept]) => (isPartialCodename(codename) ? [[codename, kept] as const] : []),
          ),
        },
      ];
  }
}

function partialGrant(actions: readonly PartialCodename[], filter: SubmissionFilter): GrantRequest {
  return {
    codename: 'partial_submissions',
    partialGrants: (['view_submissions', ...actions] as const).map((codename) => [codename, filter] as const),
  };
}

/** Viewing and changing submissions follow `rows`; adding them does not. */
function isOnRows(codename: Codename): boolean {
  return codename.endsWith('_submissions') && codename !== 'add_submissions';
}

function readConditions(body: Sent): RowCondition[] {
  return Array.from({ length: MAX_CONDITIONS }, (_, index) => ({
    question: lineOf(body, `question-${index}`),
    comparison: COMPARISONS.find((each) => each === body[`comparison-${index}`]) ?? 'is',
    value: lineOf(body, `value-${index}`),
  })).filter(({ question }) => question !== '');
}
