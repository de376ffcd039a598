import request from 'supertest';
import { PASSWORD, type TestApp } from './app';

const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Browser without JavaScript: stores cookies, submits forms of pages, does not follow redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** @param headers of every request */
  constructor(
    private readonly app: TestApp,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  static async signedIn(app: TestApp, username: string): Promise<Browser> {
    const browser = new Browser(app);
    await browser.signIn(username, PASSWORD);
    return browser;
  }

  get(path: string, accept = HTML): request.Test {
    return this.prepare(request(this.app.origin).get(path)).set('Accept', accept);
  }

  /** Posts fields without a CSRF token; a list is a field that is repeated. */
  post(path: string, fields: FormFields = {}): request.Test {
    const pairs = Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    );
    return this.prepare(request(this.app.origin).post(path))
      .set('Accept', HTML)
      .type('form')
      .send(new URLSearchParams(pairs).toString());
  }

  async submit(page: string, fields: FormFields = {}, action = page): Promise<request.Response> {
    const { text } = await this.get(page);
    const form = formsOf(text).find(
      (each) => new URL(each.action, this.app.origin).pathname === pathOf(action),
    );
    if (form === undefined) throw new Error(`No form for ${action} on ${page}: ${text}`);
    return this.post(form.action, { ...form.hidden, ...fields });
  }

  async signIn(username: string, password: string): Promise<request.Response> {
    return this.submit('/accounts/login/', { username, password });
  }

  /** CSRF token of the sign-in form. */
  async csrfToken(): Promise<string> {
    const { text } = await this.get('/accounts/login/');
    return formsOf(text)[0]!.hidden['csrfmiddlewaretoken']!;
  }

  prepare(test: request.Test): request.Test {
    const cookies = [...this.cookies].map(([name, value]) => `${name}=${value}`);
    if (cookies.length > 0) test.set('Cookie', cookies.join('; '));
    return test
      .set(this.headers)
      .redirects(0)
      .on('response', (response: request.Response) => this.storeCookies(response));
  }

  private storeCookies({ headers }: request.Response): void {
    for (const cookie of ([] as string[]).concat(headers['set-cookie'] ?? [])) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name!);
      else this.cookies.set(name!, value!);
    }
  }
}

type FormFields = Readonly<Record<string, string | readonly string[]>>;

export interface FormOnPage {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

export function formsOf(page: string): FormOnPage[] {
  return [...page.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].map(([, action, inside]) => ({
    action: unescape(action!),
    hidden: Object.fromEntries(
      [...inside!.matchAll(/<input\s+type="hidden"\s+name="([^"]*)"\s+value="([^"]*)"/g)].map(
        ([, name, value]) => [name!, unescape(value!)],
      ),
    ),
  }));
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&');
}

function pathOf(action: string): string {
  return action.replace(/\?.*$/, '');
}
