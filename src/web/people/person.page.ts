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
import { COMPARISON_LABELS, partialText, permissionLabel, personValues } from './permission-text';
import { choicesOf, hasChoices, MAX_CONDITIONS, type PersonForm, ROW_ACTIONS } from './person-form';

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
  const title = isNew ? 'Add a person' : `Permissions of ${form.username}`;
  const body = html`<form class="sheet" method="post" action="${action}">
    <h2 dir="auto">${title}</h2>
    ${csrfField(visitor)} ${states && stateField(states.stored, errors, sent)} ${formErrorMessage(errors)}
    ${staleValues(errors, states)}
    ${
      isNew &&
      formField(
        {
          name: 'user',
          label: 'Username',
          value: form.username,
          hint: 'Of an account on this server.',
          autocomplete: 'off',
          autofocus: true,
        },
        errors,
      )
    }
    <fieldset>
      <legend>Project</legend>
      ${permissionChoice(form, 'view_asset')} ${permissionChoice(form, 'change_asset')}
      ${form.checked.has('discover_asset') && permissionChoice(form, 'discover_asset')}
      ${permissionChoice(form, 'manage_asset', ': everything on this page and below')}
    </fieldset>
    ${project.assetType === 'survey' && submissionFields(view)}
    <div class="buttons">
      <button>${saveLabel(errors)}</button><a class="button quiet" href="${peoplePath(project)}">Cancel</a>
    </div>
  </form>`;
  return presentProjectPage(visitor, project, {
    tab: 'people',
    title,
    body,
    errors,
  });
}

function permissionChoice(
  { checked }: PersonForm,
  codename: Parameters<typeof permissionLabel>[0],
  more = '',
): Html {
  return choiceField('checkbox', {
    name: codename,
    value: 'yes',
    label: `${permissionLabel(codename)}${more}`,
    checked: checked.has(codename),
  });
}

function submissionFields({ form, questions, errors }: Parameters<typeof presentPerson>[2]): Html {
  const labels = new Map(questions.map(({ places: [{ path }], label, name }) => [path, label ?? name]));
  const rows = (value: string, label: string): Html =>
    choiceField('radio', { name: 'rows', value, label, checked: form.rows === value });
  const error = errors?.fields['rows'];
  return html`<fieldset>
      <legend>Submissions</legend>
      ${permissionChoice(form, 'add_submissions')}
    </fieldset>
    <fieldset ${error !== undefined && html` aria-describedby="rows-error"`}>
      <legend>See submissions</legend>
      ${error !== undefined && html`<p class="wrong" id="rows-error">${error}</p>`} ${rows('none', 'None')}
      ${rows('all', 'All submissions')} ${rows('some', 'Only some: those that meet all conditions below')}
      ${
        form.stored !== null &&
        html`${rows('kept', 'Keep the present filter, which was set through the API')}
          <p class="hint">${partialText(form.stored, labels)}</p>`
      }
    </fieldset>
    <fieldset>
      <legend>And may with them</legend>
      ${ROW_ACTIONS.map((codename) => permissionChoice(form, codename))}
    </fieldset>
    <details ${form.rows === 'some' && html` open`}>
      <summary>Conditions for only some submissions</summary>
      ${formField(
        {
          name: 'submitters',
          label: 'Sent by',
          value: form.filter.submitters.join(', '),
          hint: 'Usernames, separated by commas; any of them. Leave empty for submissions of anyone.',
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
    return html`<p class="hint">Conditions on answers can be set once the form is deployed.</p>`;
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
    <p class="hint">Save to add more conditions.</p>
    <noscript
      ><p class="hint">
        For a choice, enter its name or its label; a list of them is offered once saved.
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
  return html`<div class="search" role="group" aria-label="Condition ${number}" data-condition>
    ${labelledSelect(`question-${index}`, `Question ${number}`, [{ value: '', label: '–' }, ...questions], question)}
    ${labelledSelect(
      `comparison-${index}`,
      'Comparison',
      COMPARISONS.map((each) => ({ value: each, label: COMPARISON_LABELS[each] })),
      comparison,
    )}
    ${
      hasChoices(condition, choices)
        ? labelledSelect(id, 'Value', [{ value: '', label: '–' }, ...choices, ...stored], value)
        : html`<div>
            <label for="${id}">Value</label>
            <input id="${id}" name="${id}" value="${value}" autocomplete="off" autocapitalize="none" />
          </div>`
    }
  </div>`;
}
