import type { PageWindow } from '../../domain/page';
import { html, type Html, type HtmlValue } from './html';
import { countText, minuteText } from '../../language/format';
import { type Localized, type Text, knownText, t } from '../../language/message';
import { csrfField } from './page';
import type { Visitor } from './visitor';
import type { Sent, FormErrors } from './handle-form';
import { encode } from 'uqr';

/** `good` and `bad` are states that a reader looks for; `plain` is any other. */
export type Tone = 'plain' | 'good' | 'caution' | 'bad';

export function badge(text: Text, tone: Tone = 'plain'): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** A message about the page or the last action; screen readers announce it. */
export function notice(content: HtmlValue, kind: 'notice' | 'caution' | 'alarm' = 'notice'): Html {
  return html`<div class="${kind}" role="${kind === 'alarm' ? 'alert' : 'status'}">${content}</div>`;
}

/** All errors of a form that the page does not show again. */
export function errorNotice({ message, fields }: FormErrors): Html {
  const texts = message === undefined ? Object.values(fields) : [message];
  return notice(
    texts.map((text, index) => html`${index > 0 && ' '}${knownText(text)}`),
    'alarm',
  );
}

/** Message after a redirect: the text of the query parameter `done`. Unknown values show nothing. */
export function doneNotice(query: Sent | undefined, texts: Readonly<Record<string, HtmlValue>>): Html {
  const done = query?.['done'];
  return html`${typeof done === 'string' && Object.hasOwn(texts, done) && notice(texts[done])}`;
}

/** Says what of a page needs scripts, to those who browse without. */
export function needsScripts(text: HtmlValue): Html {
  return html`<noscript><p class="hint">${text}</p></noscript>`;
}

/** Controls behind a button on narrow screens, beside those of the same group, of which one is open; wide ones show all. */
export function foldedControls(label: Text, group: string, controls: Html): Html {
  return html`<details class="folded" name="${group}">
    <summary class="button quiet">${label}</summary>
    <div class="sheet">${controls}</div>
  </details>`;
}

/** In place of an empty list: why it is empty, and what to do next. */
export function emptyState({
  title,
  text,
  actions,
}: {
  title: Text;
  text: HtmlValue;
  actions?: HtmlValue;
}): Html {
  return html`<section class="sheet empty">
    <h2>${title}</h2>
    <p class="soft">${text}</p>
    ${actions !== undefined && html`<div class="buttons">${actions}</div>`}
  </section>`;
}

/** A time in UTC, which `TIME_SCRIPT` shows in the time zone of the browser; nothing without one. */
export function timeText(time: Date | null | undefined): Html {
  return html`${
    time !== null &&
    time !== undefined &&
    html`<time datetime="${time.toISOString()}" title="${time.toISOString()}">${minuteText(time)}</time>`
  }`;
}

interface RecordColumn {
  readonly name: Text;
  readonly kind: 'figure' | 'whole' | undefined;
}

/** A column aligned at the end. */
export const figure = (name: Text): RecordColumn => ({ name, kind: 'figure' });

/** A column with all of the width on phones. */
export const whole = (name: Text = ''): RecordColumn => ({ name, kind: 'whole' });

/** A table of records; on phones each record is a block with its labels. The first column names the record. */
export function recordTable({
  caption,
  columns: described,
  rows,
  dense = false,
}: {
  readonly caption: Text;
  readonly dense?: boolean;
  readonly columns: readonly (Text | RecordColumn)[];
  readonly rows: readonly (readonly HtmlValue[])[];
}): Html {
  const columns = described.map((each) =>
    typeof each === 'object' && 'name' in each ? each : { name: each, kind: undefined },
  );
  return html`<div
    class="sheet records${dense && ' dense'}"
    role="region"
    aria-label="${caption}"
    tabindex="0"
  >
    <table>
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(({ name, kind }) => html`<th scope="col" class="${kind}">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => recordCell(cell, index, columns[index]))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function recordCell(content: HtmlValue, index: number, column: RecordColumn | undefined): Html {
  if (index === 0) return html`<th scope="row">${content}</th>`;
  const { name = '', kind } = column ?? {};
  // Without white space: phones hide empty cells.
  if (content === '' || content === undefined || content === false) return html`<td></td>`;
  return html`<td class="${kind}" ${name !== '' && html` data-label="${name}"`}>${content}</td>`;
}

export interface CountedWindow extends PageWindow {
  /** Of the whole list. */
  readonly count: number;
}

/** Links to the pages before and after, keeping the query. Nothing for a single page. */
export function pager(
  path: string,
  query: Readonly<Record<string, string>>,
  { start, limit, count }: CountedWindow,
): Html {
  if (count <= limit && start === 0) return html``;
  const pathAt = (first: number): string =>
    `${path}?${new URLSearchParams({ ...query, ...(first > 0 && { start: String(first) }) }).toString()}`;
  return pageLinks(rangeText(start, limit, count), {
    previous: start > 0 && pathAt(Math.max(0, start - limit)),
    next: start + limit < count && pathAt(start + limit),
  });
}

/** Such as `51 to 100 of 1,234`. */
export function rangeText(start: number, shown: number, count: number): Localized {
  return t('{first} to {last} of {count}', {
    first: countText(Math.min(start + 1, count)),
    last: countText(Math.min(start + shown, count)),
    count: countText(count),
  });
}

/** Links to the pages before and after, around the text about the one that is shown. */
export function pageLinks(text: Text, { previous, next }: Record<'previous' | 'next', string | false>): Html {
  return html`<nav class="pager" aria-label="${t('Pages')}">
    <span>${previous !== false && html`<a href="${previous}" rel="prev">${t('Previous')}</a>`}</span>
    <span class="soft">${text}</span>
    <span>${next !== false && html`<a href="${next}" rel="next">${t('Next')}</a>`}</span>
  </nav>`;
}

/** A button that posts: changes are never links. */
export function postButton(
  visitor: Visitor,
  action: string,
  {
    label,
    style,
    fields = {},
  }: { label: HtmlValue; style?: 'quiet' | 'danger' | 'link'; fields?: Readonly<Record<string, string>> },
): Html {
  return html`<form method="post" action="${action}">
    ${csrfField(visitor)}${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}<button class="${style}">${label}</button>
  </form>`;
}

/** A change that can't be undone: the first click shows its consequences and a second button. Works without scripts. */
export function confirmButton(
  visitor: Visitor,
  action: string,
  {
    label,
    subject = '',
    consequence,
  }: {
    /** Such as "Revoke". */
    readonly label: Text;
    /** Name of what is changed; screen readers hear it in the first button too. */
    readonly subject?: Text;
    readonly consequence: HtmlValue;
  },
): Html {
  return html`<details class="confirm">
    <summary>
      ${label}${subject !== '' && html`<span class="visually-hidden"> <bdi>${subject}</bdi></span>`} …
    </summary>
    <p>${consequence}</p>
    ${postButton(visitor, action, {
      label: html`${label}${subject !== '' && html` <bdi>${subject}</bdi>`}`,
      style: 'danger',
    })}
  </details>`;
}

/** Empty modules around the code, which scanners need (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code as SVG, dark on white in dark mode too: many scanners read no inverted codes. */
export function qrCode(text: string, title: Text): Html {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return html`<svg
    class="qr-code"
    role="img"
    aria-label="${title}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
}
