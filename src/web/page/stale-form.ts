import { hash } from 'node:crypto';
import { type StateCheck, StaleStateError } from '../../domain/errors';
import { recordTable } from './components';
import { type FormErrors, type Sent, textOf } from './handle-form';
import { html, type Html } from './html';

/** Labelled values of a form, as people read them. */
export type FormValues = readonly (readonly [label: string, text: string])[];

/** Both states of a form that was sent. */
export interface FormStates {
  readonly stored: FormValues;
  readonly entered: FormValues;
}

const FIELD = 'state';

const STALE =
  'This was changed since you opened the page, by somebody else or in another window. Nothing was saved: compare, then save again.';

/**
 * Hidden field with the state that the form shows, by which saving over a newer one is refused (decision 10). A form that
 * was refused for another reason keeps the state it had; a stale one has what is stored now, so that it can be saved.
 */
export function stateField(shown: FormValues, errors?: FormErrors, sent?: Sent): Html {
  const former = errors === undefined || errors.isStale ? '' : textOf(sent?.[FIELD]);
  return html`<input type="hidden" name="${FIELD}" value="${former === '' ? tokenOf(shown) : former}" />`;
}

/**
 * Check of a form for the service that stores it.
 * @param valuesOf values of a stored state, as the form showed them
 * @returns undefined for a body without a state, of a client that draws no form
 */
export function checkOf<Stored>(
  sent: Sent,
  entered: FormValues,
  valuesOf: (stored: Stored) => FormValues,
): StateCheck<Stored> | undefined {
  const shown = textOf(sent[FIELD]);
  if (shown === '') return undefined;
  return (stored) => {
    if (![shown, tokenOf(entered)].includes(tokenOf(valuesOf(stored)))) throw new StaleStateError(STALE);
  };
}

/** Both values of what differs, above the form that was refused as stale. */
export function staleValues(errors: FormErrors | undefined, states: FormStates | undefined): Html {
  if (errors?.isStale !== true || states === undefined) return html``;
  const stored = new Map(states.stored);
  const entered = new Map(states.entered);
  const labels = [...new Set([...stored.keys(), ...entered.keys()])];
  const differing = labels.filter((label) => (stored.get(label) ?? '') !== (entered.get(label) ?? ''));
  return recordTable({
    caption: 'Stored and entered values',
    columns: ['Field', 'Stored now', 'Entered by you'],
    rows: differing.map((label) => [label, shownText(stored.get(label)), shownText(entered.get(label))]),
  });
}

/** Label of the button that saves. */
export function saveLabel(errors: FormErrors | undefined, label = 'Save'): string {
  return errors?.isStale === true ? 'Save anyway' : label;
}

function shownText(text = ''): Html {
  return text === ''
    ? html`<span class="soft">Empty</span>`
    : html`<span class="lines" dir="auto">${text}</span>`;
}

function tokenOf(values: FormValues): string {
  return hash('sha256', JSON.stringify(values), 'base64url').slice(0, 22);
}
