import { HttpTransport, messageOf } from './offline/http-transport';

/** A finished submission, as it is sent or queued. */
export interface OutgoingSubmission {
  readonly instanceId: string;
  /** Path that takes the submission. */
  readonly path: string;
  /** Files of each request; the first one is the XML, again in each. */
  readonly requests: readonly (readonly File[])[];
}

export type SendResult =
  | { readonly kind: 'stored' }
  /** Sending it again is of no use until the reason is gone. */
  | { readonly kind: 'refused'; readonly reason: 'sign-in' | 'conflict' | 'other'; readonly message: string }
  /** Nothing is known about the submission: send it again, under the same instanceID. */
  | { readonly kind: 'failed'; readonly message: string };

export type Send = (submission: OutgoingSubmission) => Promise<SendResult>;

const CSRF_COOKIE = /(?:^|; )csrftoken=([^;]*)/;

/**
 * Sends a submission at once. All requests have the same instanceID, so that nothing is stored twice.
 * @param username the user of the page; undefined for a visitor without an account
 */
export function sendAs(username: string | undefined): Send {
  const transport = new HttpTransport(() => Promise.resolve(csrfToken()));
  return async ({ path, requests }) => {
    // Another tab may have signed in somebody else, who did not give these answers.
    const identity = username === undefined ? undefined : await transport.identity();
    const isOther = identity?.kind === 'user' && identity.username !== username;
    if (isOther || identity?.kind === 'anonymous') return { kind: 'refused', reason: 'sign-in', message: '' };
    for (const files of requests) {
      const result = await post(path, files);
      if (result.kind !== 'stored') return result;
    }
    return { kind: 'stored' };
  };
}

async function post(path: string, files: readonly File[]): Promise<SendResult> {
  const body = new FormData();
  for (const file of files) body.append(file.name, file, file.name);
  try {
    const response = await fetch(path, { method: 'POST', body, headers: pageHeaders() });
    if (response.ok) return { kind: 'stored' };
    return resultOf(response.status, messageOf(await response.text()));
  } catch {
    return { kind: 'failed', message: '' };
  }
}

function resultOf(status: number, message: string): SendResult {
  if (status >= 500 || status === 408 || status === 429) return { kind: 'failed', message };
  const reason = status === 401 ? 'sign-in' : status === 409 ? 'conflict' : 'other';
  return { kind: 'refused', reason, message };
}

/** Headers of requests by pages: with the token, errors are none that open a dialog of the browser. */
export function pageHeaders(): Record<string, string> {
  return { 'X-CSRFToken': csrfToken(), 'X-OpenRosa-Version': '1.0' };
}

function csrfToken(): string {
  return CSRF_COOKIE.exec(document.cookie)?.[1] ?? '';
}
