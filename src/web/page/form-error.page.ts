import type { Language } from '../../language/language';
import { type Text, t } from '../../language/message';
import { html } from './html';
import { renderPage } from './page';

/** Error at the address of a web form, for people who fill in forms and know nothing else of the service. */
export function presentFormErrorPage(status: number, language: Language): string {
  const [title, text] = textsOf(status);
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${text}</p>
  </div>`;
  return renderPage({ title, body, narrow: true }, undefined, language);
}

/** Whether the error has a text of its own for people who fill in forms. */
export function isFormError(status: number): boolean {
  return status === 403 || status === 404 || status >= 500;
}

function textsOf(status: number): readonly [title: Text, text: Text] {
  if (status === 403) {
    return [t('Access denied'), t('You may not open this form. Ask the person who gave you its address.')];
  }
  if (status === 404) {
    return [
      t('Not found'),
      t(
        'There is no form at this address, or you may not see it. Ask the person who gave it to you for another one.',
      ),
    ];
  }
  return [t('Something went wrong'), t('The form could not be opened. Try again in a few minutes.')];
}
