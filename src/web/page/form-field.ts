import type { FormProblem } from './form-answer';
import { html, type Html } from './html';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'password' | 'lines';
  readonly value?: string;
  readonly hint?: string;
  /** What browsers and password stores may fill in. */
  readonly autocomplete?: string;
  readonly autofocus?: boolean;
}

/** A labelled input with its hint and what is wrong with it, tied together for readers of the screen. */
export function formField(field: Field, problem: FormProblem | undefined): Html {
  const { name, label, hint } = field;
  const wrong = problem?.fields[name];
  const described = [hint !== undefined && `${name}-hint`, wrong !== undefined && `${name}-wrong`].filter(
    Boolean,
  );
  const attributes = html`id="${name}" name="${name}"
  required${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }${wrong !== undefined && html` aria-invalid="true"`}${field.autofocus === true && html` autofocus`}${
    field.autocomplete !== undefined && html` autocomplete="${field.autocomplete}"`
  }
  autocapitalize="none" spellcheck="false"`;
  const input =
    field.type === 'lines'
      ? html`<textarea rows="3" ${attributes}>${field.value}</textarea>`
      : html`<input type="${field.type ?? 'text'}" value="${field.value}" ${attributes} />`;
  return html`<label for="${name}">${label}</label>
    ${input}${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}${
      wrong !== undefined && html`<p class="wrong" id="${name}-wrong">${wrong}</p>`
    } `;
}

/** What is wrong with the form as a whole; read out at once. */
export function formAlarm(problem: FormProblem | undefined): Html {
  return html`${problem?.message !== undefined && html`<p class="alarm" role="alert">${problem.message}</p>`}`;
}
