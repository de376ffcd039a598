import type { OutlineRow } from '../../domain/form-history/form-outline';
import { badge, recordTable } from '../page/components';
import { html, type Html } from '../page/html';

/** Deeper rows are indented like these. */
const MAX_DEPTH = 6;

/** The rows of a form in its order: groups and repeats around what they hold. */
export function outlineTable(rows: readonly OutlineRow[]): Html {
  return recordTable({
    caption: 'Questions',
    dense: true,
    columns: ['Question', 'Type', 'Name'],
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
  if (kind === 'group') return badge('Group');
  return kind === 'repeat' ? badge('Repeat') : html`${type}`;
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
  return required === true && badge('required');
}

function conditions({ required, relevant, constraint, calculation }: OutlineRow): Html {
  const shown = [
    ['Shown if', relevant],
    ['Required if', typeof required === 'string' ? required : ''],
    ['Accepted if', constraint],
    ['Calculated as', calculation],
  ].filter(([, expression]) => expression !== '');
  return html`${shown.map(([label, expression]) => html`<p class="hint">${label} <code>${expression}</code></p>`)}`;
}

function choiceList({ choices, choiceCount }: OutlineRow): Html | false {
  if (choiceCount === 0) return false;
  return html`<details>
    <summary>${choiceCount} ${choiceCount === 1 ? 'choice' : 'choices'}</summary>
    <ul>
      ${choices.map((choice) => html`<li dir="auto">${choice}</li>`)}
      ${choiceCount > choices.length && html`<li class="soft">${choiceCount - choices.length} more</li>`}
    </ul>
  </details>`;
}
