import { STATUS_CODES } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RouteTable } from '../../authorization/route-table';
import { isSafe } from '../../http/negotiation/request';
import type { RenderResourcePage } from '../../http/resource-page.port';
import { originOf, urlOf } from '../../http/url/links';
import { CsrfService } from '../../modules/account/session/csrf.service';
import { presentHtmlPage, type HtmlPage } from '../page/page';
import { visitorOf } from '../page/visitor';
import { html, Html, richText } from '../page/html';
import { escapeText } from '../../domain/text/xml-text';
import { listText } from '../../language/format';
import { t } from '../../language/message';

export interface HighlightedJson {
  readonly markup: Html;
  /** False if truncated. */
  readonly isComplete: boolean;
}

/** A string with the colon after a key, an empty list or object, a delimiter, space, or a word. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?:?|\[\s*\]|\{\s*\}|[[\]{},:]|\s+|[^\s[\]{},:"]+/gs;
const MAX_INDENT = 63;

/**
 * Pretty-prints JSON as HTML, one value per line: keys in `b`, strings in `i`, all else in `u`. Strings that are URLs below
 * `origin` become links. Invalid JSON is escaped too.
 * @param maxLength characters shown
 */
export function highlightJson(json: string, origin: string, maxLength: number): HighlightedJson {
  const isComplete = json.length <= maxLength;
  const linkStart = `"${escapeText(origin)}/`;
  let depth = 0;
  const lineBreak = (change: number): string => {
    depth = Math.max(0, depth + change);
    return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`;
  };
  const markupOf = (token: string): string => {
    switch (token[0]) {
      case '"':
        if (token.endsWith('":')) return `<b>${token.slice(0, -1)}</b>: `;
        // A link would not decode escape sequences.
        return token.startsWith(linkStart) && token.endsWith('"') && !token.includes('\\')
          ? `<a href="${token.slice(1, -1)}">${token}</a>`
          : `<i>${token}</i>`;
      case '[':
      case '{':
        return token.length > 1 ? `${token[0]}${token.at(-1)}` : token + lineBreak(1);
      case ']':
      case '}':
        return lineBreak(-1) + token;
      case ',':
        return token + lineBreak(0);
      case ':':
        return ': ';
      default:
        return token.trim() === '' ? '' : `<u>${token}</u>`;
    }
  };
  // Escaping all at once is faster than per token, and adds no JSON delimiters.
  const text = escapeText(isComplete ? json : json.slice(0, maxLength)).replace(TOKEN, markupOf);
  return { markup: new Html(isComplete ? text : `${text}…`), isComplete };
}

interface ResourceView {
  readonly method: string;
  readonly target: string;
  /** Parent resources, the root of the API first. */
  readonly ancestors: readonly { readonly name: string; readonly path: string }[];
  /** Code and phrase: `200 OK`. */
  readonly status: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly json: string;
  readonly isCut: boolean;
  /** Scheme and host of clickable links. */
  readonly origin: string;
  readonly jsonUrl: string;
  /** Allowed methods other than GET, HEAD and OPTIONS. */
  readonly changingMethods: readonly string[];
  /** Undefined for signed-in visitors. */
  readonly signInUrl: string | undefined;
  readonly csrfToken: string;
}

export const MAX_SHOWN_CHARACTERS = 1024 * 1024;

/** HTML page of a resource: request, response with links, and a form for other methods (decision 10). */
function resourcePage(view: ResourceView): HtmlPage {
  const { markup, isComplete } = highlightJson(view.json, view.origin, MAX_SHOWN_CHARACTERS);
  const body = html`<nav class="trail" aria-label="${t('Breadcrumb')}">
      ${view.ancestors.map(({ name, path }) => html`<span><a href="${path}">${name}</a></span>`)}
    </nav>
    <h1><span class="soft">${view.method}</span> ${view.target}</h1>
    <div class="buttons">
      ${pageLinks(view.json)}<a class="button quiet" href="${view.jsonUrl}">JSON</a>
      ${view.signInUrl !== undefined && html`<a class="button" href="${view.signInUrl}">${t('Sign in')}</a>`}
    </div>
    <section class="sheet answer" aria-label="${t('Response')}">
      <p><strong>HTTP ${view.status}</strong></p>
      <dl>
        ${view.headers.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <pre class="source json" tabindex="0">${markup}</pre>
      ${
        (view.isCut || !isComplete) &&
        html`<p class="hint">
          ${richText('The response is too long to show in full. <a>Open it as JSON</a>.', { a: (text) => html`<a href="${view.jsonUrl}">${text}</a>` })}
        </p>`
      }
    </section>
    ${view.changingMethods.length > 0 && tryForm(view)}`;
  return { title: view.target, body, wide: true, usesFetch: true };
}

/** `next` and `previous` start the list envelope, so that only its beginning is read. */
const PAGE_LINKS = /^\{"(?:count":\d+,")?next":(null|"[^"\\]*"),"previous":(null|"[^"\\]*")/;

function pageLinks(json: string): Html[] {
  const [, next = 'null', previous = 'null'] = PAGE_LINKS.exec(json) ?? [];
  return [[t('Previous page'), previous] as const, [t('Next page'), next] as const].flatMap(([name, link]) =>
    link === 'null' ? [] : [html`<a class="button quiet" href="${link.slice(1, -1)}">${name}</a>`],
  );
}

function tryForm({ changingMethods, csrfToken }: ResourceView): Html {
  return html`<section class="sheet" aria-labelledby="try">
    <h2 id="try">${t('Try it')}</h2>
    <p class="soft" data-without-script>
      ${t('Enable JavaScript to send {methods} requests from this page.', { methods: listText(changingMethods) })}
    </p>
    <form data-try hidden>
      <input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}" />
      <label for="method">${t('Method')}</label>
      <select id="method" name="method">
        ${changingMethods.map((method) => html`<option>${method}</option>`)}
      </select>
      <label for="sent">${t('Request body (JSON)')}</label>
      <textarea id="sent" name="sent" rows="6" spellcheck="false">{}</textarea>
      <div class="buttons"><button>${t('Send')}</button></div>
      <output class="source" data-answer hidden></output>
    </form>
  </section>`;
}

const ROOT = '/api/v2';

const SHOWN_HEADERS = ['Content-Type', 'Location', 'Link', 'Retry-After', 'Content-Disposition'];

/** Renders JSON responses of the API as HTML pages (decision 10). */
@Injectable()
export class ResourcePages {
  constructor(
    private readonly routes: RouteTable,
    private readonly csrf: CsrfService,
  ) {}

  readonly render: RenderResourcePage = (response, { json, isTruncated: isCut }) => {
    const request = response.req as Request;
    const visitor = visitorOf(request, this.csrf);
    const methods = this.routes.find(request.path)?.methods ?? [];
    const url = urlOf(request);
    const jsonQuery = new URLSearchParams(url.search);
    jsonQuery.set('format', 'json');
    const target = `${url.pathname}${url.search}`;
    return presentHtmlPage(
      visitor,
      resourcePage({
        method: request.method,
        target,
        ancestors: this.ancestorsOf(request.path),
        status: `${response.statusCode} ${STATUS_CODES[response.statusCode] ?? ''}`,
        headers: [['Allow', methods.join(', ')], ...shownHeaders(response)],
        json,
        isCut,
        origin: originOf(request),
        // Without the suffix, which would override `format`.
        jsonUrl: `${request.path}/?${jsonQuery.toString()}`,
        changingMethods: methods.filter((method) => !isSafe(method)),
        signInUrl:
          visitor.actor.kind === 'user' ? undefined : `/accounts/login/?next=${encodeURIComponent(target)}`,
        csrfToken: visitor.csrfToken,
      }),
    );
  };

  private ancestorsOf(path: string): ResourceView['ancestors'] {
    const names = path.split('/').slice(1);
    return names
      .map((name, index) => ({ name, path: `/${names.slice(0, index + 1).join('/')}` }))
      .filter((each) => each.path !== path && this.routes.find(each.path)?.methods.includes('GET') === true)
      .map((each) => ({ name: each.path === ROOT ? 'API' : each.name, path: `${each.path}/` }));
  }
}

function shownHeaders(response: Response): [string, string][] {
  return SHOWN_HEADERS.flatMap((name): [string, string][] => {
    const value = response.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
}
