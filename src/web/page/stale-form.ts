import { hash } from 'node:crypto';
import { type StateCheck, StaleStateError } from '../../domain/errors';
import { recordTable } from './components';
import { type FormErrors, type Sent, textOf } from './handle-form';
import { html, type Html } from './html';
import { type Text, t } from '../../language/message';

/** Labelled values of a form, as people read them. */
export type FormValues = readonly (readonly [label: Text, text: Text])[];

/** Both states of a form that was sent. */
export interface FormStates {
  readonly stored: FormValues;
  readonly entered: FormValues;
}

const FIELD = 'state';

/** Message of a form whose state was changed meanwhile. */
export const STALE =
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
  const stored = textsByLabel(states.stored);
  const entered = textsByLabel(states.entered);
  const labels = new Map([...states.stored, ...states.entered].map(([label]) => [String(label), label]));
  const differing = [...labels].filter(
    ([label]) => String(stored.get(label) ?? '') !== String(entered.get(label) ?? ''),
  );
  return recordTable({
    caption: t('Stored and entered values'),
    columns: [t('Field'), t('Stored now'), t('Entered by you')],
    rows: differing.map(([key, label]) => [label, shownText(stored.get(key)), shownText(entered.get(key))]),
  });
}

function textsByLabel(values: FormValues): ReadonlyMap<string, Text> {
  return new Map(values.map(([label, text]) => [String(label), text]));
}

/** Label of the button that saves. */
export function saveLabel(errors: FormErrors | undefined, label: Text = t('Save')): Text {
  return errors?.isStale === true ? t('Save anyway') : label;
}

function shownText(text: Text = ''): Html {
  return text === ''
    ? html`<span class="soft">${t('Empty')}</span>`
    : html`<span class="lines" dir="auto">${text}</span>`;
}

/** Of the English texts: the same in each language. */
function tokenOf(values: FormValues): string {
  return hash('sha256', JSON.stringify(values.map((each) => each.map(String))), 'base64url').slice(0, 22);
}
