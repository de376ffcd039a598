import { html, type Html } from '../page/html';
import type { HtmlPage } from '../page/page';
import { highlightJson } from './highlight-json';

export interface ResourceView {
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

/** HTML page of a resource: request, response with links, and a form for other methods (decision 83). */
export function resourcePage(view: ResourceView): HtmlPage {
  const { markup, isComplete } = highlightJson(view.json, view.origin, MAX_SHOWN_CHARACTERS);
  const body = html`<nav class="trail" aria-label="Breadcrumb">
      ${view.ancestors.map(({ name, path }) => html`<span><a href="${path}">${name}</a></span>`)}
    </nav>
    <h1><span class="soft">${view.method}</span> ${view.target}</h1>
    <div class="buttons">
      ${pageLinks(view.json)}<a class="button quiet" href="${view.jsonUrl}">JSON</a>
      ${view.signInUrl !== undefined && html`<a class="button" href="${view.signInUrl}">Sign in</a>`}
    </div>
    <section class="sheet answer" aria-label="Response">
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
          The response is too long to show in full. <a href="${view.jsonUrl}">Open it as JSON</a>.
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
  return [['Previous page', previous] as const, ['Next page', next] as const].flatMap(([name, link]) =>
    link === 'null' ? [] : [html`<a class="button quiet" href="${link.slice(1, -1)}">${name}</a>`],
  );
}

function tryForm({ changingMethods, csrfToken }: ResourceView): Html {
  return html`<section class="sheet" aria-labelledby="try">
    <h2 id="try">Try it</h2>
    <p class="soft" data-without-script>
      Enable JavaScript to send ${changingMethods.join(', ')} requests from this page.
    </p>
    <form data-try hidden>
      <input type="hidden" name="csrfmiddlewaretoken" value="${csrfToken}" />
      <label for="method">Method</label>
      <select id="method" name="method">
        ${changingMethods.map((method) => html`<option>${method}</option>`)}
      </select>
      <label for="sent">Request body (JSON)</label>
      <textarea id="sent" name="sent" rows="6" spellcheck="false">{}</textarea>
      <div class="buttons"><button>Send</button></div>
      <output class="source" data-answer hidden></output>
    </form>
  </section>`;
}
