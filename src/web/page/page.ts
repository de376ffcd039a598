import type { PageWindow } from '../../domain/page';
import { Reply } from '../../http/reply';
import { html, type Html } from './html';
import type { Visitor } from './visitor';

/** Pages that stand in the menu of those who are signed in. */
const MENU = [
  { path: '/token/', name: 'API token' },
  { path: '/o/applications/', name: 'Applications' },
  { path: '/o/authorized_tokens/', name: 'Access' },
  { path: '/accounts/password/change/', name: 'Password' },
] as const;

export type MenuPath = (typeof MENU)[number]['path'];

export interface HtmlPage {
  readonly title: string;
  readonly body: Html;
  /** The entry of the menu that this page belongs to. */
  readonly menu?: MenuPath;
  /** A form or a message and nothing else. */
  readonly narrow?: boolean;
  /** As wide as the window. */
  readonly wide?: boolean;
  /** Its script asks the service for something. */
  readonly asks?: boolean;
  /**
   * Origins that a form of this page may end at: the browser follows `form-action` through redirects, so that a form
   * whose answer leads to an application must name it. Undefined: ours alone. 'any': not known yet.
   */
  readonly formTargets?: readonly string[] | 'any';
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Nobody reads a longer list on one page; programs ask the API. */
export const ON_ONE_PAGE: PageWindow = { limit: 1000, start: 0 };

/** A page as an answer. None is ever kept by a browser or a proxy: they hold tokens and names. */
export function presentHtmlPage(visitor: Visitor, page: HtmlPage): Reply<string> {
  const cookies = visitor.cookies.length > 0 ? { 'Set-Cookie': visitor.cookies } : {};
  return new Reply(page.status ?? 200, documentOf(page, visitor), {
    ...pageHeaders(page),
    ...page.headers,
    ...cookies,
  });
}

/** A page for somebody who is not known, such as the one who gets an error. */
export function presentPlainPage(page: HtmlPage): string {
  return documentOf(page, undefined);
}

export function pageHeaders({
  formTargets = [],
  asks = false,
}: Pick<HtmlPage, 'formTargets' | 'asks'> = {}): Record<string, string> {
  const forms = formTargets === 'any' ? [] : [`form-action ${["'self'", ...formTargets].join(' ')}`];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "img-src 'self' data:",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(asks ? ["connect-src 'self'"] : []),
      ...forms,
    ].join('; '),
  };
}

/** Leads the browser on; after a form with 303, so that going back does not send it again. */
export function presentRedirect(
  location: string,
  cookies: readonly string[] = [],
  status = 303,
): Reply<undefined> {
  return new Reply(status, undefined, {
    Location: location,
    'Cache-Control': 'no-store',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  });
}

/** The proof that a form is ours; stands in every form. */
export function formToken({ formToken: token }: Visitor): Html {
  return html`<input type="hidden" name="csrfmiddlewaretoken" value="${token}" />`;
}

function documentOf(
  { title, body, menu, narrow = false, wide = false }: HtmlPage,
  visitor: Visitor | undefined,
): string {
  const markup = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · fieldhouse</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/accounts/page.css" />
        <script src="/accounts/page.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <nav aria-label="Account"><a class="brand" href="/">fieldhouse</a>${menuOf(visitor, menu)}</nav>
        </header>
        <main id="content" ${narrow && html` class="narrow"`}${wide && html` class="wide"`}>${body}</main>
      </body>
    </html> `;
  return markup.text;
}

function menuOf(visitor: Visitor | undefined, menu: MenuPath | undefined): Html {
  if (visitor?.actor.kind !== 'user') return html``;
  const entries = MENU.map(
    ({ path, name }) => html`<a href="${path}" ${path === menu && html` aria-current="page"`}>${name}</a>`,
  );
  if (visitor.actor.credential !== 'session') return html`${entries}`;
  return html`${entries}
    <form method="post" action="/accounts/logout/">
      ${formToken(visitor)}<button class="link">Sign out ${visitor.actor.username}</button>
    </form>`;
}
