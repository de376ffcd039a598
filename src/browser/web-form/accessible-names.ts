import { markPlaceInputs } from './place-inputs';
import type { Texts } from './texts';

const CONTROLS =
  'input:not([type=radio], [type=checkbox], [type=file], [aria-hidden]), textarea, [role=combobox], [role=slider], [role=spinbutton]';

/**
 * Names the controls that the engine leaves without a name for screen readers, by the label of their question, and groups
 * the choices of a question. Follows changes of the form.
 */
export function nameControls(form: Element, texts: Texts): void {
  const update = (): void => {
    for (const question of form.querySelectorAll<HTMLElement>('.question-container')) nameQuestion(question);
    for (const slider of form.querySelectorAll('[role=slider]'))
      setMissing(slider, 'aria-valuenow', slider.getAttribute('aria-valuemin') ?? '0');
    for (const title of form.querySelectorAll<HTMLElement>('.panel-title[role=button]:not([tabindex])'))
      makeFocusable(title);
    for (const [selector, name] of buttonNames(texts)) {
      for (const button of form.querySelectorAll(selector)) setMissing(button, 'aria-label', name);
    }
  };
  // At once: a screen reader must not meet a new form without names.
  new MutationObserver(update).observe(form, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'data-fault'],
  });
  update();
}

function nameQuestion(question: HTMLElement): void {
  const label = question.querySelector<HTMLElement>('.control-text label, .control-text');
  if (label === null) return;
  label.id ||= `${question.id}_label`;
  const choices = question.querySelectorAll(
    'input[type=radio], input[type=checkbox], .rank-option, button:not([aria-hidden], .answer-open)',
  );
  if (choices.length > 0) {
    setMissing(question, 'role', 'group');
    setMissing(question, 'aria-labelledby', label.id);
  }
  const message = question.querySelector<HTMLElement>('.validation-message');
  const isShown = question.hasAttribute('data-fault') || message?.style.display !== 'none';
  const isInvalid = message !== null && isShown && message.textContent !== '';
  if (message !== null) message.id ||= `${question.id}_message`;
  markPlaceInputs(question);
  for (const control of question.querySelectorAll(CONTROLS)) {
    if (!('labels' in control) || (control as HTMLInputElement).labels?.length === 0)
      setMissing(control, 'aria-labelledby', label.id);
    // Its own message says why it could not be read.
    if (control.hasAttribute('data-unread')) continue;
    if (!isInvalid) {
      control.removeAttribute('aria-invalid');
      control.removeAttribute('aria-describedby');
    } else {
      control.setAttribute('aria-invalid', 'true');
      control.setAttribute('aria-describedby', message.id);
    }
  }
}

/** Lets the title of a group be opened and closed by keyboard. */
function makeFocusable(title: HTMLElement): void {
  title.tabIndex = 0;
  title.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    title.click();
  });
}

function buttonNames(texts: Texts): (readonly [string, string])[] {
  return [
    ['.rank-buttons button:first-child', texts.moveUp],
    ['.rank-buttons button:last-child', texts.moveDown],
    ['button:not([aria-label], [title]):has(> svg:only-child)', texts.more],
    ['button.p-button-icon-only', texts.more],
    ['[role=progressbar]', texts.loading],
  ];
}

function setMissing(element: Element, name: string, value: string): void {
  if (!element.hasAttribute(name)) element.setAttribute(name, value);
}
