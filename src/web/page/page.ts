import { randomBytes, randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { PageWindow } from '../../domain/page';
import { Reply } from '../../http/reply';
import type { FormErrors } from './handle-form';
import { type Language, LANGUAGE_CODES, LANGUAGES, type LanguageTraits } from '../../language/language';
import { type Text, t, textIn } from '../../language/message';
import { pageTexts } from './page-scripts';
import { html, Html } from './html';
import { type PageHead, pageHead, type Section, sectionLinks } from './navigation';
import type { Visitor } from './visitor';

export interface HtmlPage {
  readonly title: Text;
  readonly body: Html;
  /** Current section of the navigation. */
  readonly section?: Section;
  /** Title and tabs above the content; without it the content has the title. */
  readonly head?: PageHead;
  readonly narrow?: boolean;
  readonly wide?: boolean;
  /** Elements that load its scripts, from `BrowserFiles.tags`. */
  readonly scripts?: Html;
  /** Texts that its scripts read by their names from the JSON of `#texts`. */
  readonly scriptTexts?: Readonly<Record<string, Text>>;
  /** Reloads the page while a task runs; browsers with scripts watch it instead. */
  readonly refreshSeconds?: number;
  /** Origins of images besides this one, such as that of a tile server. */
  readonly imageSources?: readonly string[];
  /** It has players of sound and video of this origin. */
  readonly playsMedia?: boolean;
  /** Its script sends requests: the CSP allows connections to this origin. */
  readonly usesFetch?: boolean;
  /** It shows other pages of this origin in frames. */
  readonly hasFrames?: boolean;
  /**
   * Extra origins for the CSP `form-action`, which also applies to redirects, such as to an OAuth application.
   * Default: this origin only. 'any': not known yet.
   */
  readonly formTargets?: readonly string[] | 'any';
  /** Replaces `ROWS_SLOT` in the body. */
  readonly rows?: Uint8Array;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of its form: the response has their status and headers. */
  readonly errors?: FormErrors | undefined;
}

/** Maximum list on one page; longer lists are available in the API. */
export const SINGLE_PAGE: PageWindow = { limit: 1000, start: 0 };

const ROWS_MARK = '<!--rows-->';
/** Place of rows that were encoded one by one: encoding a long page at once takes as long as rendering it. */
export const ROWS_SLOT = new Html(ROWS_MARK);

/** HTML page as a response, never cached: pages contain tokens and names. */
export function presentHtmlPage(visitor: Visitor, page: HtmlPage): Reply<string | Uint8Array> {
  const cookies = visitor.cookies.length > 0 ? { 'Set-Cookie': visitor.cookies } : {};
  const text = documentOf(page, visitor, visitor.language);
  const content = page.rows === undefined ? text : withRows(text, page.rows);
  return new Reply(
    page.errors?.status ?? page.status ?? 200,
    visitor.acceptsGzip ? gzipSync(content, { level: GZIP_LEVEL }) : content,
    {
      ...pageHeaders(page),
      ...page.headers,
      ...page.errors?.headers,
      Vary: 'Accept-Encoding',
      ...(visitor.acceptsGzip && { 'Content-Encoding': 'gzip' }),
      ...cookies,
    },
  );
}

/** A millisecond for a table of 100 rows. */
const GZIP_LEVEL = 4;
/** Random length of a compressed page, against guesses at what it holds by its size (BREACH; decision 10). */
const MAX_PADDING_BYTES = 64;

function padding(): Html {
  const bytes = randomBytes(1 + randomInt(MAX_PADDING_BYTES));
  return new Html(`<!--${bytes.toString('hex')}-->`);
}

/** The slot is markup, which no escaped text contains. */
function withRows(text: string, rows: Uint8Array): Uint8Array {
  const [before = '', after = ''] = text.split(ROWS_MARK);
  return Buffer.concat([Buffer.from(before), rows, Buffer.from(after)]);
}

/** @param visitor undefined: a page without navigation, for people who know one form only */
export function renderPage(page: HtmlPage, visitor: Visitor | undefined, language: Language): string {
  return documentOf(page, visitor, language);
}

export function pageHeaders({
  formTargets = [],
  usesFetch = false,
  playsMedia = false,
  hasFrames = false,
  imageSources = [],
}: Pick<HtmlPage, 'formTargets' | 'usesFetch' | 'playsMedia' | 'hasFrames' | 'imageSources'> = {}): Record<
  string,
  string
> {
  const forms = formTargets === 'any' ? [] : [`form-action ${["'self'", ...formTargets].join(' ')}`];
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      ["img-src 'self' data:", ...imageSources].join(' '),
      "base-uri 'none'",
      "frame-ancestors 'none'",
      ...(playsMedia ? ["media-src 'self'"] : []),
      ...(usesFetch ? ["connect-src 'self'"] : []),
      ...(hasFrames ? ["frame-src 'self'"] : []),
      ...forms,
    ].join('; '),
  };
}

/** Redirects; 303 after a form, so that going back does not send it again. */
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

/** Hidden CSRF field; required in every form. */
export function csrfField({ csrfToken }: Visitor): Html {
  return html`<input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}" />`;
}

function documentOf(
  {
    title,
    body,
    section,
    head,
    scripts,
    scriptTexts,
    refreshSeconds,
    narrow = false,
    wide = false,
  }: HtmlPage,
  visitor: Visitor | undefined,
  language: Language,
): string {
  const { direction, locale }: LanguageTraits = LANGUAGES[language];
  const width = narrow ? ' narrow' : wide ? ' wide' : '';
  const markup = html`<!doctype html>
    <html
      lang="${language}"
      data-locale="${locale}"
      ${direction === 'rtl' && html` dir="rtl"`}
      ${visitor?.actor.kind === 'user' && html` data-person="${visitor.actor.username}"`}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · fieldhouse</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/accounts/page.css" />
        <script src="/accounts/page.js" defer></script>
        ${textsElement({ ...pageTexts(), ...scriptTexts }, language)} ${scripts}
        ${
          refreshSeconds !== undefined &&
          html`<noscript><meta http-equiv="refresh" content="${refreshSeconds}" /></noscript>`
        }
      </head>
      <body>
        <a class="skip" href="#content">${t('Skip to content')}</a>
        <header>
          <nav aria-label="${t('Main')}">
            <a class="brand" href="/">fieldhouse</a
            >${visitor !== undefined && sectionLinks(visitor, section, csrfField(visitor), languageForm(visitor))}
          </nav>
        </header>
        <main id="content">
          ${head !== undefined && pageHead(head)}
          <div class="content${width}">${body}</div>
        </main>
        ${visitor?.actor.kind === 'anonymous' && html`<footer>${languageForm(visitor)}</footer>`} ${padding()}
      </body>
    </html> `;
  return markup.in(language);
}

/** JSON that no browser runs; `<` is escaped, so that no text ends it. */
function textsElement(texts: Readonly<Record<string, Text>>, language: Language): Html {
  const written = Object.entries(texts).map(([name, text]) => [name, textIn(language, text)]);
  const json = JSON.stringify(Object.fromEntries(written)).replaceAll('<', '\\u003c');
  return new Html(`<script type="application/json" id="texts">${json}</script>`);
}

/** Chooses the language of the pages, and comes back to this one. */
function languageForm(visitor: Visitor): Html {
  return html`<form method="post" action="/accounts/language/" class="language">
    ${csrfField(visitor)}<input type="hidden" name="next" value="${visitor.path}" />
    <label for="language-choice">${t('Language')}</label>
    <select id="language-choice" name="language">
      ${LANGUAGE_CODES.map((code) => html`<option value="${code}" lang="${code}" ${code === visitor.language && html` selected`}>${LANGUAGES[code].name}</option>`)}
    </select>
    <button class="quiet">${t('Change')}</button>
  </form>`;
}
