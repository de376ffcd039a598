import type { SourceKind } from '../../domain/migration/migration-task';
import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, doneNotice, recordTable, timeText, figure } from '../page/components';
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

const TABS = [
  { path: movePath(), name: 'KoboToolbox' },
  { path: movePath('?from=central'), name: 'ODK Central' },
];

export interface MoveFormValues {
  readonly from: SourceKind;
  readonly source: string;
  readonly email?: string;
  readonly query?: Sent;
  readonly errors?: FormErrors;
}

export function presentMoveForm(
  visitor: Visitor,
  moves: readonly MigrationTask[],
  { from, source, email = '', query, errors }: MoveFormValues,
) {
  const title = 'Move projects from another server';
  const isCentral = from === 'central';
  const body = html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
    <section class="sheet" aria-labelledby="server">
      <h2 id="server">Your account there</h2>
      <p class="soft">${isCentral ? CENTRAL_TEXT : KOBO_TEXT} The projects there stay as they are.</p>
      <form method="post" action="${movePath()}">
        ${csrfField(visitor)}<input type="hidden" name="from" value="${from}" />
        ${formField(
          {
            name: 'source',
            label: 'Address of the server',
            value: source,
            autocomplete: 'off',
            hint: isCentral
              ? 'Such as https://central.example.org.'
              : 'Such as https://kf.kobotoolbox.org, or that of another fieldhouse.',
          },
          errors,
        )}
        ${isCentral ? centralFields(email, errors) : tokenField(errors)}
        <div class="buttons"><button>Show my projects</button></div>
      </form>
    </section>
    ${moveTable(moves)}`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: {
      title,
      trail: MOVE_TRAIL,
      tabs: TABS,
      current: TABS[isCentral ? 1 : 0]!.path,
      label: 'Kind of server',
    },
    body,
    errors,
  });
}

const KOBO_TEXT =
  'Forms with all versions, submissions, photos and settings come to your account here, under the same ids.';
const CENTRAL_TEXT =
  'Projects come to your account here as collections, with their published forms, all versions, submissions, photos and review states.';
const STORED = 'It is stored encrypted until the move ends.';

function tokenField(errors: FormErrors | undefined): Html {
  return formField(
    {
      name: 'token',
      label: 'API token',
      type: 'password',
      autocomplete: 'off',
      hint: `Sign in there and open Account settings, then Security; or open the address with /token/ behind it. ${STORED}`,
    },
    errors,
  );
}

function centralFields(email: string, errors: FormErrors | undefined): Html {
  return html`${formField(
    { name: 'email', label: 'E-mail address', type: 'email', value: email, autocomplete: 'off' },
    errors,
  )}
  ${formField(
    { name: 'password', label: 'Password', type: 'password', autocomplete: 'off', hint: STORED },
    errors,
  )}`;
}

function moveTable(moves: readonly MigrationTask[]): Html {
  if (moves.length === 0) return html``;
  return recordTable({
    caption: 'Your moves',
    columns: ['From', 'Started', figure('Projects'), 'Status'],
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
