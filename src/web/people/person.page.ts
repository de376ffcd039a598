import { COMPARISONS, type RowCondition } from '../../domain/query/row-condition';
import { isRepeated, type ReportQuestion } from '../../domain/report/report-question';
import { choiceField, formErrorMessage, formField, labelledSelect, type Option } from '../page/form-field';
import type { FormErrors, Sent } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import { saveLabel, stateField, staleValues } from '../page/stale-form';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage } from '../project/project-head';
import { peoplePath, personPath } from './people.page';
import { comparisonLabels, partialText, permissionLabel, personValues } from './permission-text';
import {
  choicesOf,
  hasChoices,
  MAX_CONDITIONS,
  type PersonForm,
  type Role,
  roleOf,
  ROW_ACTIONS,
} from './person-form';
import { type Text, knownText, t } from '../../language/message';

const BLANK_CONDITIONS = 2;
/** Choices on the page, of all questions. */
const MAX_CHOICES = 500;

/** Permissions of one person; a new one without `username` in the path. */
export function presentPerson(
  visitor: Visitor,
  project: Project,
  view: {
    readonly form: PersonForm;
    readonly isNew: boolean;
    readonly questions: readonly ReportQuestion[];
    readonly errors?: FormErrors | undefined;
    /** Undefined for a new person. */
    readonly storedForm?: PersonForm | undefined;
    readonly body?: Sent | undefined;
  },
) {
  const { form, isNew, errors, storedForm, body: sent } = view;
  const states = storedForm && { stored: personValues(storedForm), entered: personValues(form) };
  const action = isNew ? peoplePath(project, 'add/') : personPath(project, form.username);
  const title = isNew ? t('Add a person') : t('Permissions of {username}', { username: form.username });
  const body = html`<form class="sheet" method="post" action="${action}">
    <h2 dir="auto">${title}</h2>
    ${csrfField(visitor)} ${states && stateField(states.stored, errors, sent)} ${formErrorMessage(errors)}
    ${staleValues(errors, states)}
    ${
      isNew &&
      formField(
        {
          name: 'user',
          label: t('Usernames'),
          value: form.username,
          hint: t('Of accounts on this server; several with commas between them.'),
          autocomplete: 'off',
          autofocus: true,
        },
        errors,
      )
    }
    ${project.assetType === 'survey' && roleChoice(form)}
    <div class="ticked-permissions">
      <fieldset>
        <legend>${t('Project')}</legend>
        ${permissionChoice(form, 'view_asset')} ${permissionChoice(form, 'change_asset')}
        ${form.checked.has('discover_asset') && permissionChoice(form, 'discover_asset')}
        ${permissionChoice(
          form,
          'manage_asset',
          t('Manage the project and its people: everything on this page and below'),
        )}
      </fieldset>
      ${project.assetType === 'survey' && submissionFields(view)}
    </div>
    <div class="buttons">
      <button>${saveLabel(errors)}</button
      ><a class="button quiet" href="${peoplePath(project)}">${t('Cancel')}</a>
    </div>
  </form>`;
  return presentProjectPage(visitor, project, {
    tab: 'people',
    title,
    body,
    errors,
  });
}

/** Roles, and the choice of single permissions, whose fields are hidden for a role. */
function roleChoice(form: PersonForm): Html {
  const chosen = roleOf(form);
  const roles: readonly (readonly [Role | 'custom', Text])[] = [
    ['viewer', t('Viewer: sees the form and all submissions, and downloads them')],
    ['enumerator', t('Enumerator: sees the form and sends submissions')],
    ['editor', t('Editor: also changes the form and submissions, and approves them')],
    ['manager', t('Manager: everything, also settings and people')],
    ['custom', t('Custom: choose each permission, or only some submissions')],
  ];
  return html`<fieldset>
    <legend>${t('Role')}</legend>
    ${roles.map(([value, label]) => choiceField('radio', { name: 'role', value, label, checked: value === chosen }))}
  </fieldset>`;
}

function permissionChoice(
  { checked }: PersonForm,
  codename: Parameters<typeof permissionLabel>[0],
  label: Text = permissionLabel(codename),
): Html {
  return choiceField('checkbox', {
    name: codename,
    value: 'yes',
    label,
    checked: checked.has(codename),
  });
}

function submissionFields({ form, questions, errors }: Parameters<typeof presentPerson>[2]): Html {
  const labels = new Map(questions.map(({ places: [{ path }], label, name }) => [path, label ?? name]));
  const rows = (value: string, label: Text): Html =>
    choiceField('radio', { name: 'rows', value, label, checked: form.rows === value });
  const error = errors?.fields['rows'];
  return html`<fieldset>
      <legend>${t('Submissions')}</legend>
      ${permissionChoice(form, 'add_submissions')}
    </fieldset>
    <fieldset ${error !== undefined && html` aria-describedby="rows-error"`}>
      <legend>${t('See submissions')}</legend>
      ${error !== undefined && html`<p class="wrong" id="rows-error">${knownText(error)}</p>`}
      ${rows('none', t('None'))} ${rows('all', t('All submissions'))}
      ${rows('some', t('Only some: those that meet all conditions below'))}
      ${
        form.stored !== null &&
        html`${rows('kept', t('Keep the present filter, which was set through the API'))}
          <p class="hint">${partialText(form.stored, labels)}</p>`
      }
    </fieldset>
    <fieldset>
      <legend>${t('And may with them')}</legend>
      ${ROW_ACTIONS.map((codename) => permissionChoice(form, codename))}
    </fieldset>
    <details ${form.rows === 'some' && html` open`}>
      <summary>${t('Conditions for only some submissions')}</summary>
      ${formField(
        {
          name: 'submitters',
          label: t('Sent by'),
          value: form.filter.submitters.join(', '),
          hint: t('Usernames, separated by commas; any of them. Leave empty for submissions of anyone.'),
          autocomplete: 'off',
          optional: true,
        },
        errors,
      )}
      ${conditionFields(form, questions)}
    </details>`;
}

function conditionFields({ filter: { conditions } }: PersonForm, questions: readonly ReportQuestion[]): Html {
  const known = questions.filter((question) => !isRepeated(question));
  const options = known.map(({ places: [{ path }], label, name }) => ({ value: path, label: label ?? name }));
  const paths = new Set(options.map(({ value }) => value));
  const unknown = conditions
    .filter(({ question }) => !paths.has(question))
    .map(({ question }) => ({ value: question, label: question }));
  if (options.length + unknown.length === 0) {
    return html`<p class="hint">${t('Conditions on answers can be set once the form is deployed.')}</p>`;
  }
  const choices = new Map<string, readonly Option[]>();
  let listed = 0;
  for (const question of known) {
    const options = choicesOf(question);
    listed += options.length;
    if (options.length > 0 && listed <= MAX_CHOICES) choices.set(question.places[0].path, options);
  }
  const count = Math.min(MAX_CONDITIONS, conditions.length + BLANK_CONDITIONS);
  return html`${[...choices].map(
      ([path, options]) =>
        html`<datalist data-question="${path}">
          ${options.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
        </datalist>`,
    )}
    ${Array.from({ length: count }, (_, index) => {
      const condition = conditions[index] ?? { question: '', comparison: 'is', value: '' };
      return conditionField(
        index,
        condition,
        [...options, ...unknown],
        choices.get(condition.question) ?? [],
      );
    })}
    <p class="hint">${t('Save to add more conditions.')}</p>
    <noscript
      ><p class="hint">
        ${t('For a choice, enter its name or its label; a list of them is offered once saved.')}
      </p></noscript
    >`;
}

function conditionField(
  index: number,
  condition: RowCondition,
  questions: readonly Option[],
  choices: readonly Option[],
): Html {
  const { question, comparison, value } = condition;
  const number = index + 1;
  const id = `value-${index}`;
  const stored =
    value === '' || choices.some((each) => each.value === value) ? [] : [{ value, label: value }];
  return html`<div
    class="search"
    role="group"
    aria-label="${t('Condition {number}', { number })}"
    data-condition
  >
    ${labelledSelect(`question-${index}`, t('Question {number}', { number }), [{ value: '', label: '–' }, ...questions], question)}
    ${labelledSelect(
      `comparison-${index}`,
      t('Comparison'),
      COMPARISONS.map((each) => ({ value: each, label: comparisonLabels()[each] })),
      comparison,
    )}
    ${
      hasChoices(condition, choices)
        ? labelledSelect(id, t('Value'), [{ value: '', label: '–' }, ...choices, ...stored], value)
        : html`<div>
            <label for="${id}">${t('Value')}</label>
            <input id="${id}" name="${id}" value="${value}" autocomplete="off" autocapitalize="none" />
          </div>`
    }
  </div>`;
}
