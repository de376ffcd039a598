import { html, type Html } from '../page/html';
import type { HtmlPage } from '../page/page';
import { highlightJson } from './highlight-json';

/** What was asked for, and what was answered. */
export interface ShownResource {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** The resources above this one, the root of the API first. */
  readonly above: readonly { readonly name: string; readonly path: string }[];
  /** Code and phrase: `200 OK`. */
  readonly status: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly json: string;
  /** There is more than what is in `json`. */
  readonly isCut: boolean;
  /** Scheme and host of links that can be followed. */
  readonly origin: string;
  /** Where the JSON is had as it is. */
  readonly plain: string;
  /** Verbs that change something here. */
  readonly verbs: readonly string[];
  /** Where a visitor who is nobody yet signs in; undefined for all others. */
  readonly signIn: string | undefined;
  /** Proves that a form is ours. */
  readonly formToken: string;
}

/** More than this nobody reads on a page. */
export const MOST_SHOWN = 1024 * 1024;

/** A resource for people: the question, the answer and its links, and what else may be asked here (decision 83). */
export function resourcePage(shown: ShownResource): HtmlPage {
  const { markup, isWhole } = highlightJson(shown.json, shown.origin, MOST_SHOWN);
  const body = html`<nav class="trail" aria-label="Above">
      ${shown.above.map(({ name, path }) => html`<span><a href="${path}">${name}</a></span>`)}
    </nav>
    <h1><span class="soft">${shown.method}</span> ${shown.target}</h1>
    <div class="buttons">
      ${neighboursIn(shown.json)}<a class="button quiet" href="${shown.plain}">JSON</a>
      ${shown.signIn !== undefined && html`<a class="button" href="${shown.signIn}">Sign in</a>`}
    </div>
    <section class="sheet answer" aria-label="Answer">
      <p><strong>HTTP ${shown.status}</strong></p>
      <dl>
        ${shown.headers.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>
      <pre class="source json" tabindex="0">${markup}</pre>
      ${
        (shown.isCut || !isWhole) &&
        html`<p class="hint">
          There is more than fits on a page: <a href="${shown.plain}">all of it as JSON</a>.
        </p>`
      }
    </section>
    ${shown.verbs.length > 0 && tryForm(shown)}`;
  return { title: shown.target, body, wide: true, asks: true };
}

/** The envelope of a list begins with them, so that no more of it is read. */
const NEIGHBOURS = /^\{"(?:count":\d+,")?next":(null|"[^"\\]*"),"previous":(null|"[^"\\]*")/;

function neighboursIn(json: string): Html[] {
  const [, next = 'null', previous = 'null'] = NEIGHBOURS.exec(json) ?? [];
  return [['Previous page', previous] as const, ['Next page', next] as const].flatMap(([name, link]) =>
    link === 'null' ? [] : [html`<a class="button quiet" href="${link.slice(1, -1)}">${name}</a>`],
  );
}

function tryForm({ verbs, formToken }: ShownResource): Html {
  return html`<section class="sheet" aria-labelledby="try">
    <h2 id="try">Try it</h2>
    <p class="soft" data-without-script>
      With JavaScript switched on, ${verbs.join(', ')} can be sent from here.
    </p>
    <form data-try hidden>
      <input type="hidden" name="csrfmiddlewaretoken" value="${formToken}" />
      <label for="method">Method</label>
      <select id="method" name="method">
        ${verbs.map((verb) => html`<option>${verb}</option>`)}
      </select>
      <label for="sent">Body, as JSON</label>
      <textarea id="sent" name="sent" rows="6" spellcheck="false">{}</textarea>
      <div class="buttons"><button>Send</button></div>
      <output class="source" data-answer hidden></output>
    </form>
  </section>`;
}
