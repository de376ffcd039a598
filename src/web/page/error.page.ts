import type { Failure } from '../../http/errors/failure';
import { html } from './html';
import { presentPlainPage } from './page';

const TITLES: Readonly<Record<number, string>> = {
  400: 'This does not work',
  401: 'Please sign in',
  403: 'Not allowed',
  404: 'There is nothing here',
  405: 'Not possible',
  429: 'Too many requests',
  503: 'Not available right now',
};

/** What programs are told in words that they know, said to a person. */
function sentenceFor(message: string): string {
  return message.startsWith('CSRF Failed')
    ? 'This form is out of date, or another site sent it. Go back, load the page again and send the form once more.'
    : message;
}

/** What went wrong, for a person. @param wanted path to come back to after signing in */
export function presentErrorPage({ status, message }: Failure, wanted: string): string {
  const title = TITLES[status] ?? (status < 500 ? 'This does not work' : 'Something went wrong');
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${sentenceFor(message)}</p>
    ${
      status === 401 &&
      html`<div class="buttons">
        <a class="button" href="/accounts/login/?next=${encodeURIComponent(wanted)}">Sign in</a>
      </div>`
    }
  </div>`;
  return presentPlainPage({ title, body, narrow: true });
}
