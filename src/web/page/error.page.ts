import type { Failure } from '../../http/errors/failure';
import { html } from './html';
import { presentAnonymousPage } from './page';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Invalid request',
  401: 'Sign-in required',
  403: 'Access denied',
  404: 'Not found',
  405: 'Method not allowed',
  429: 'Too many requests',
  503: 'Service unavailable',
};

/** Rewords errors that are written for programs. */
function textFor(status: number, message: string): string {
  if (status === 404 && message === 'Not found.')
    return 'There is nothing at this address, or your account may not see it.';
  return message.startsWith('CSRF Failed')
    ? 'The form has expired or was sent from another site. Go back, reload the page and send the form again.'
    : message;
}

/** @param returnPath where the sign-in page leads afterwards */
export function presentErrorPage({ status, message }: Failure, returnPath: string): string {
  const title = TITLES[status] ?? (status < 500 ? 'Invalid request' : 'Internal error');
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${textFor(status, message)}</p>
    ${
      status === 401 &&
      html`<div class="buttons">
        <a class="button" href="/accounts/login/?next=${encodeURIComponent(returnPath)}">Sign in</a>
      </div>`
    }
    ${(status === 403 || status === 404) && html`<div class="buttons"><a class="button quiet" href="/">Start page</a></div>`}
  </div>`;
  return presentAnonymousPage({ title, body, narrow: true });
}
