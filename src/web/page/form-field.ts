import { joinedText } from '../../language/format';
import { type Text, knownText } from '../../language/message';
import { problemText } from '../../language/form-problem';
import type { FormErrors } from './handle-form';
import { html, type Html } from './html';

export interface Option {
  readonly value: string;
  readonly label: Text;
  /** The label has a text that people entered: it is read in its own direction. */
  readonly isEntered?: boolean;
}

export interface Field {
  readonly name: string;
  /** Unique on the page. Default: the name. */
  readonly id?: string;
  /** Name of the field in errors of the API, where it differs. */
  readonly errorName?: string;
  readonly label: Text;
  /** `lines`: several lines of text. `select`: one of `options`. Default: text. */
  readonly type?:
    'text' | 'password' | 'url' | 'email' | 'number' | 'date' | 'search' | 'file' | 'lines' | 'select';
  readonly value?: string;
  readonly options?: readonly Option[];
  readonly hint?: Text | Html;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
  /** Keyboard of phones. */
  readonly inputMode?: 'numeric' | 'decimal';
  /** Default: required. */
  readonly optional?: boolean;
  /** File types, for `file`. */
  readonly accept?: string;
  /** Of a `file`, with the message about a larger one; checked by the script of `data-slow` forms. */
  readonly limit?: { readonly bytes: number; readonly message: Text };
}

/** A labelled input with its hint and error, linked for screen readers. */
export function formField(field: Field, errors: FormErrors | undefined): Html {
  const { name, id = name, label, hint } = field;
  const error = errors?.fields[name] ?? errors?.fields[field.errorName ?? name];
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  const attributes = html`id="${id}"
  name="${name}"${field.optional !== true && html` required`}${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }${error !== undefined && html` aria-invalid="true"`}${field.autofocus === true && html` autofocus`}${
    field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`
  }${field.inputMode !== undefined && html` inputmode="${field.inputMode}"`}${
    field.accept !== undefined && html` accept="${field.accept}"`
  }${
    field.limit !== undefined &&
    html` data-max-bytes="${field.limit.bytes}" data-too-large="${field.limit.message}"`
  }`;
  return html`<label for="${id}">${label}</label>
    ${inputOf(field, attributes)}${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}${
      error !== undefined && html`<p class="wrong" id="${id}-error">${knownText(error)}</p>`
    } `;
}

function inputOf({ type = 'text', value, options = [] }: Field, attributes: Html): Html {
  const plain = html`autocapitalize="none" spellcheck="false"`;
  switch (type) {
    case 'lines':
      return html`<textarea rows="3" ${attributes} ${plain}>${value}</textarea>`;
    case 'select':
      return html`<select ${attributes}>
        ${selectOptions(options, value)}
      </select>`;
    case 'file':
      return html`<input type="file" ${attributes} />`;
    default:
      return html`<input type="${type}" value="${value}" ${attributes} ${plain} />`;
  }
}

export function selectOptions(options: readonly Option[], selected: string | undefined): Html {
  return html`${options.map(({ value, label, isEntered = false }) => {
    const attributes = html`${value === selected && html` selected`}${isEntered && html` dir="auto"`}`;
    return html`<option value="${value}" ${attributes}>${label}</option>`;
  })}`;
}

/** A labelled choice beside others, as in a search form. @param name of the parameter, unique on the page */
export function labelledSelect(
  name: string,
  label: Text,
  options: readonly Option[],
  selected: string,
): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${selectOptions(options, selected)}
    </select>
  </div>`;
}

/** A checkbox or radio button with its label behind it. */
export function choiceField(
  type: 'checkbox' | 'radio',
  { name, value, label, checked = false }: Option & { readonly name: string; readonly checked?: boolean },
): Html {
  return html`<label class="choice"
    ><input type="${type}" name="${name}" value="${value}" ${checked && html` checked`} /><span dir="auto"
      >${label}</span
    ></label
  >`;
}

/** The error of the whole form; screen readers announce it. */
export function formErrorMessage(errors: FormErrors | undefined): Html {
  if (errors?.message === undefined) return html``;
  const text =
    errors.problems === undefined
      ? knownText(errors.message)
      : joinedText(errors.problems.map(problemText), '\n');
  return html`<p class="alarm lines" role="alert">${text}</p>`;
}
