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

/** Rewords the CSRF error, which is written for programs. */
function textFor(message: string): string {
  return message.startsWith('CSRF Failed')
    ? 'The form has expired or was sent from another site. Go back, reload the page and send the form again.'
    : message;
}

/** @param returnPath where the sign-in page leads afterwards */
export function presentErrorPage({ status, message }: Failure, returnPath: string): string {
  const title = TITLES[status] ?? (status < 500 ? 'Invalid request' : 'Internal error');
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p>${textFor(message)}</p>
    ${
      status === 401 &&
      html`<div class="buttons">
        <a class="button" href="/accounts/login/?next=${encodeURIComponent(returnPath)}">Sign in</a>
      </div>`
    }
  </div>`;
  return presentAnonymousPage({ title, body, narrow: true });
}
