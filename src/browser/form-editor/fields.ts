import type { EditorState } from './editor';
import { element, setAttribute, setContent } from './elements';
import type { FormProblem } from './problems';

/** A part of the question that follows the state. */
export interface Field {
  readonly node: HTMLElement;
  /** Column of its problems. */
  readonly column: string;
  readonly refresh: (state: EditorState, problems: readonly FormProblem[]) => void;
}

export interface TextFieldOptions {
  readonly id: string;
  readonly label: string;
  readonly column: string;
  readonly hint?: string;
  /** More than a line may be written. */
  readonly isLong?: boolean;
  /** XPath, or a name: written from left to right, without spell checking. */
  readonly isCode?: boolean;
  readonly placeholder?: string;
  readonly valueIn: (state: EditorState) => string;
  /** On each change of the text. */
  readonly onInput?: (value: string) => void;
  /** When the field is left, or by Enter. `reset` brings back what is in the form. */
  readonly onCommit?: (value: string, reset: () => void) => void;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A labelled control with its problems below. */
export function fieldOf(
  control: Control,
  { id, label, column, hint }: Pick<TextFieldOptions, 'id' | 'label' | 'column' | 'hint'>,
  refresh: (state: EditorState) => void,
): Field {
  control.id = id;
  const wrong = element('p', { class: 'wrong', id: `${id}-problem` });
  const help = hint === undefined ? undefined : element('p', { class: 'hint', id: `${id}-hint` }, hint);
  const node = element('div', { class: 'field' }, element('label', { for: id }, label), control, help, wrong);
  return {
    node,
    column,
    refresh: (state, problems) => {
      refresh(state);
      const message = problems.map((problem) => problem.message).join(' ');
      setContent(wrong, message);
      setAttribute(control, 'aria-invalid', message === '' ? undefined : 'true');
      const described = [...(help ? [help.id] : []), ...(message === '' ? [] : [wrong.id])].join(' ');
      setAttribute(control, 'aria-describedby', described === '' ? undefined : described);
    },
  };
}

export function textField(options: TextFieldOptions): Field {
  const { isLong = false, isCode = false, placeholder, valueIn, onInput, onCommit } = options;
  const control = element(isLong ? 'textarea' : 'input', {
    dir: isCode ? 'ltr' : 'auto',
    autocomplete: 'off',
    ...(isLong && { rows: '1' }),
    ...(isCode && { spellcheck: 'false', class: 'code', autocapitalize: 'none' }),
    ...(placeholder !== undefined && { placeholder }),
  });
  if (onInput !== undefined) control.addEventListener('input', () => onInput(control.value));
  const reset = (): void => {
    control.value = control.dataset['shown'] ?? '';
  };
  if (onCommit !== undefined) control.addEventListener('change', () => onCommit(control.value, reset));
  return fieldOf(control, options, (state) => {
    const value = valueIn(state);
    // The text that is being typed is newer, such as a name that is not yet taken.
    const isTyped =
      onInput === undefined && document.activeElement === control && control.dataset['shown'] === value;
    if (control.dataset['shown'] !== value) control.dataset['shown'] = value;
    if (!isTyped && control.value !== value) control.value = value;
  });
}

export interface SelectFieldOptions extends Pick<TextFieldOptions, 'id' | 'label' | 'column' | 'hint'> {
  readonly optionsIn: (state: EditorState) => readonly (readonly [value: string, label: string])[];
  readonly valueIn: (state: EditorState) => string;
  readonly onChange: (value: string) => void;
}

export function selectField(options: SelectFieldOptions): Field {
  const control = element('select');
  let shown = '';
  control.addEventListener('change', () => options.onChange(control.value));
  return fieldOf(control, options, (state) => {
    const offered = options.optionsIn(state);
    const signature = JSON.stringify(offered);
    if (signature !== shown) {
      control.replaceChildren(...offered.map(([value, label]) => new Option(label, value)));
      shown = signature;
    }
    const value = options.valueIn(state);
    if (control.value !== value) control.value = value;
  });
}
