import { text } from '../texts';

const CSRF_COOKIE = /(?:^|; )csrftoken=([^;]*)/;

const csrfToken = (): string => CSRF_COOKIE.exec(document.cookie)?.[1] ?? '';

/** The person of the page is signed in no longer. */
export class NotSignedInError extends Error {
  constructor() {
    super(text('signedOut', { name: document.documentElement.dataset['person'] ?? '' }));
  }
}

/**
 * Sends requests as the person of the page only: after somebody else signed in on another page of the browser, changes would
 * be stored as theirs. Each session has a token of its own, so that only a new one leads to a question.
 */
export class SignedInPerson {
  private trustedToken = csrfToken();

  /** At once while the token is the same: a page that is closed waits for nothing. */
  send(request: (token: string) => Promise<Response>): Promise<Response> {
    const token = csrfToken();
    // Without a token, the service answers that the person is signed out.
    if (token === '' || token === this.trustedToken) return request(token);
    return this.verify(token).then(() => request(token));
  }

  private async verify(token: string): Promise<void> {
    const response = await fetch('/me/', { headers: { Accept: 'application/json', 'X-CSRFToken': token } });
    const isKnown = response.ok || response.status === 401;
    const body = isKnown ? ((await response.json()) as { username?: unknown }) : undefined;
    if (body === undefined) throw new Error(String(response.status));
    if (body.username !== document.documentElement.dataset['person']) throw new NotSignedInError();
    this.trustedToken = token;
  }
}
