import type { Response } from 'supertest';
import type { TestApp, Verb } from './app';
import { PASSWORD } from './app';
import { Browser } from './browser';

export interface WebResponse {
  readonly status: number;
  readonly contentType: string;
  /** Empty without a redirect. */
  readonly location: string;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface WebBody {
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string | File>>;
}

export interface SentRequest {
  readonly verb: string;
  readonly target: string;
  readonly body: WebBody;
}

/**
 * Requests of a script in a signed-in browser: session cookie, `X-CSRFToken` from the readable cookie on unsafe requests,
 * `Origin`, and URLs escaped as browsers escape them, which leaves braces, brackets and `^` as they are.
 */
export class WebSession {
  /** Requests in order; tests send them again as others. */
  readonly sent: SentRequest[] = [];

  private constructor(
    private readonly app: TestApp,
    private readonly headers: (verb: string) => Record<string, string>,
  ) {}

  /** @param withHeader false: without the CSRF header, as a page of another site would */
  static async signIn(
    app: TestApp,
    username: string,
    { withHeader = true, password = PASSWORD } = {},
  ): Promise<WebSession> {
    const browser = new Browser(app);
    const { status } = await browser.signIn(username, password);
    if (status !== 303) throw new Error(`Signing in as ${username} failed with ${status}.`);
    return new WebSession(app, (verb) => ({
      Cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(verb !== 'GET' && { Origin: app.origin }),
      ...(verb !== 'GET' && withHeader && { 'X-CSRFToken': browser.cookies.get('csrftoken')! }),
    }));
  }

  /** The same requests of a program with an API token. */
  static withToken(app: TestApp, username: string): WebSession {
    return new WebSession(app, () => ({ Authorization: `Token ${app.tokenOf(username)}` }));
  }

  /** Validates the response against the OpenAPI document. */
  async send(verb: string, target: string, sentBody: WebBody = {}): Promise<WebResponse> {
    const { json, form } = sentBody;
    this.sent.push({ verb, target, body: sentBody });
    const accept = 'application/json';
    const body = form === undefined ? JSON.stringify(json) : formData(form);
    const response = await fetch(new URL(target, this.app.origin), {
      method: verb,
      redirect: 'manual',
      headers: {
        Accept: accept,
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...this.headers(verb),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    const isJson = contentType.startsWith('application/json') && text !== '';
    const received = {
      status: response.status,
      contentType,
      location: response.headers.get('location') ?? '',
      text,
      body: isJson ? (JSON.parse(text) as unknown) : {},
    };
    this.app.assertConforms(verb.toLowerCase() as Verb, target, {
      ...received,
      headers: Object.fromEntries(response.headers),
      redirects: [],
      req: { getHeader: () => accept },
    } as unknown as Response);
    return received;
  }

  /** @throws Error unless the status is 2xx */
  async expectOk(verb: string, target: string, body: WebBody = {}): Promise<WebResponse> {
    const response = await this.send(verb, target, body);
    if (response.status < 200 || response.status > 299) {
      throw new Error(`${verb} ${target} is ${response.status}: ${response.text.slice(0, 500)}`);
    }
    return response;
  }
}

function formData(fields: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value);
  }
  return form;
}
