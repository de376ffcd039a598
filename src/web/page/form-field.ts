import type { FormErrors } from './handle-form';
import { html, type Html } from './html';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'lines';
  readonly value?: string;
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
}

/** A labelled input with its hint and error, linked for screen readers. */
export function formField(field: Field, errors: FormErrors | undefined): Html {
  const { name, label, hint } = field;
  const error = errors?.fields[name];
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`].filter(
    Boolean,
  );
  const attributes = html`id="${name}" name="${name}"
  required${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }${error !== undefined && html` aria-invalid="true"`}${field.autofocus === true && html` autofocus`}${
    field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`
  }
  autocapitalize="none" spellcheck="false"`;
  const input =
    field.type === 'lines'
      ? html`<textarea rows="3" ${attributes}>${field.value}</textarea>`
      : html`<input type="${field.type ?? 'text'}" value="${field.value}" ${attributes} />`;
  return html`<label for="${name}">${label}</label>
    ${input}${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${
      error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`
    } `;
}

/** The error of the whole form; screen readers announce it. */
export function formErrorMessage(errors: FormErrors | undefined): Html {
  return html`${errors?.message !== undefined && html`<p class="alarm" role="alert">${errors.message}</p>`}`;
}
