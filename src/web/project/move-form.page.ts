import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, doneNotice, recordTable, timeText } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Sent } from '../page/sent-form';
import type { Visitor } from '../page/visitor';
import { movePath } from './move-path';

const DONE = {
  cancelled: 'The move was cancelled. What was moved stays; start again to continue.',
  deleted: 'The report was deleted.',
};

export const MOVE_TRAIL = [
  { path: '/projects/', name: 'Projects' },
  { path: '/projects/new/', name: 'New project' },
];

export function presentMoveForm(
  visitor: Visitor,
  moves: readonly MigrationTask[],
  {
    source,
    query = {},
    errors,
  }: { readonly source: string; readonly query?: Sent; readonly errors?: FormErrors },
) {
  const title = 'Move projects from KoboToolbox';
  const body = html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
    <section class="sheet" aria-labelledby="server">
      <h2 id="server">Your account there</h2>
      <p class="soft">
        Forms with all versions, submissions, photos and settings come to your account here, under the same
        ids. The projects there stay as they are.
      </p>
      <form method="post" action="${movePath()}">
        ${csrfField(visitor)}
        ${formField(
          {
            name: 'source',
            label: 'Address of the server',
            value: source,
            autocomplete: 'off',
            hint: 'Such as https://kf.kobotoolbox.org, or that of another fieldhouse.',
          },
          errors,
        )}
        ${formField(
          {
            name: 'token',
            label: 'API token',
            type: 'password',
            autocomplete: 'off',
            hint: 'Sign in there and open Account settings, then Security; or open the address with /token/ behind it. It is stored encrypted until the move ends.',
          },
          errors,
        )}
        <div class="buttons"><button>Show my projects</button></div>
      </form>
    </section>
    ${moveTable(moves)}`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: { title, trail: MOVE_TRAIL, label: title },
    body,
    ...(errors !== undefined && { status: errors.status, headers: errors.headers }),
  });
}

function moveTable(moves: readonly MigrationTask[]): Html {
  if (moves.length === 0) return html``;
  return recordTable({
    caption: 'Your moves',
    columns: [
      { name: 'From' },
      { name: 'Started' },
      { name: 'Projects', kind: 'figure' },
      { name: 'Status' },
    ],
    rows: moves.map((move) => [
      html`<a class="name" href="${movePath(`${move.uid}/`)}">${move.request.source}</a>`,
      timeText(move.dateCreated),
      move.request.assetUids.length,
      moveBadge(move),
    ]),
  });
}

export function moveBadge({ status, messages }: MigrationTask): Html {
  switch (status) {
    case 'created':
      return badge('Waiting', 'caution');
    case 'processing':
      return badge('Running', 'caution');
    case 'error':
      return badge('Failed', 'bad');
    case 'complete':
      return messages.report?.equal === true ? badge('Equal', 'good') : badge('With differences', 'caution');
  }
}
