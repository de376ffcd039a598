import type { OutlineRow } from '../../domain/form-history/form-outline';
import { type Text, t } from '../../language/message';
import { badge, recordTable } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';

/** Deeper rows are indented like these. */
const MAX_DEPTH = 6;

/** The rows of a form in its order: groups and repeats around what they hold. */
export function outlineTable(rows: readonly OutlineRow[]): Html {
  return recordTable({
    caption: t('Questions'),
    dense: true,
    columns: [t('Question'), t('Type'), t('Name')],
    rows: rows.map((row) => [rowText(row), typeText(row), nameText(row)]),
  });
}

/** The rows around it show the rest of the path. */
function nameText(row: OutlineRow): Html {
  const name = nameOf(row);
  return html`<code${name !== row.path && html` title="${row.path}"`}>${name}</code>`;
}

function nameOf({ path }: OutlineRow): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function typeText({ kind, type }: OutlineRow): Html {
  if (kind === 'group') return badge(t('Group'));
  return kind === 'repeat' ? badge(t('Repeat')) : html`${type}`;
}

function rowText(row: OutlineRow): Html {
  const { kind, label, hint, depth } = row;
  const isContainer = kind === 'group' || kind === 'repeat';
  const text = label === '' ? nameOf(row) : label;
  const title = html`<span class="lines" dir="auto">${text}</span>`;
  return html`<div class="outline depth-${Math.min(depth, MAX_DEPTH)}">
    ${isContainer ? html`<strong>${title}</strong>` : title} ${requiredMark(row)}
    ${hint !== '' && html`<p class="hint" dir="auto">${hint}</p>`} ${conditions(row)} ${choiceList(row)}
  </div>`;
}

function requiredMark({ required }: OutlineRow): Html | false {
  return required === true && badge(t('required'));
}

function conditions({ required, relevant, constraint, calculation }: OutlineRow): Html {
  const all: readonly (readonly [Text, string])[] = [
    [t('Shown if'), relevant],
    [t('Required if'), typeof required === 'string' ? required : ''],
    [t('Accepted if'), constraint],
    [t('Calculated as'), calculation],
  ];
  const shown = all.filter(([, expression]) => expression !== '');
  return html`${shown.map(([label, expression]) => html`<p class="hint">${label} <code>${expression}</code></p>`)}`;
}

function choiceList({ choices, choiceCount }: OutlineRow): Html | false {
  if (choiceCount === 0) return false;
  return html`<details>
    <summary>${t('{count, plural, one {# choice} other {# choices}}', { count: choiceCount })}</summary>
    <ul>
      ${choices.map((choice) => html`<li dir="auto">${choice}</li>`)}
      ${choiceCount > choices.length && html`<li class="soft">${t('{count, number} more', { count: choiceCount - choices.length })}</li>`}
    </ul>
  </details>`;
}

/** Chooses the language of the questions; nothing for a form with one. @param kept other parameters of the address */
export function languageForm(
  path: string,
  languages: readonly (string | null)[],
  language: string | undefined,
  kept: Readonly<Record<string, string | undefined>> = {},
): Html {
  const named = languages.flatMap((each) => (each === null ? [] : [each]));
  if (languages.length < 2) return html``;
  const [first] = languages;
  const options = [
    ...(typeof first === 'string' ? [] : [{ value: '', label: t('The default language') }]),
    ...named.map((each) => ({ value: each, label: each })),
  ];
  return html`<form class="inline" method="get" action="${path}">
    ${Object.entries(kept).map(
      ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    ${labelledSelect('language', t('Language of the questions'), options, language ?? first ?? '')}
    <button class="quiet">${t('Show')}</button>
  </form>`;
}
