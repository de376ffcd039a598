import type { SourceKind } from '../../domain/migration/migration-task';
import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, doneNotice, recordTable, timeText, figure, emptyState, notice } from '../page/components';
import { formErrorMessage, formField, choiceField } from '../page/form-field';
import type { FormErrors, Sent } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { countText } from '../page/format-text';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { SourceAccountAssets } from '../../modules/migration/task/source-reader.service';

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

/** @param below such as the uid of a move */
export function movePath(below = ''): string {
  return `/projects/move/${below}`;
}

type SourceAsset = SourceAccountAssets['assets'][number];

/** @param credentials address and token, encrypted */
export function presentChoice(
  visitor: Visitor,
  { from, source, username, assets }: SourceAccountAssets,
  credentials: string,
  errors?: FormErrors,
) {
  const title = 'Choose projects';
  const error = errors?.fields['assets'];
  const formPath = movePath(from === 'central' ? '?from=central' : '');
  const body =
    assets.length === 0
      ? emptyState({
          title: 'No projects there',
          text: `${username} ${from === 'kobo' ? 'owns' : 'sees'} no project at ${source}.`,
          actions: html`<a class="button quiet" href="${formPath}">Use another account</a>`,
        })
      : html`<form method="post" action="${movePath('start/')}" class="sheet">
          ${csrfField(visitor)}<input type="hidden" name="from" value="${from}" />
          <input type="hidden" name="credentials" value="${credentials}" />
          ${error !== undefined && notice(error, 'alarm')}
          <fieldset>
            <legend>Projects of <bdi>${username}</bdi> at ${source}</legend>
            ${from === 'central' ? projectChoices(assets) : assets.map(assetChoice)}
          </fieldset>
          <p class="hint">
            ${
              from === 'central'
                ? 'Drafts, roles and public links do not come; app users are named in the report.'
                : 'Permissions go to users of the same names here. Webhooks arrive inactive.'
            }
            Until you work here only, move again to bring what changed.
          </p>
          <div class="buttons"><button>Move</button><a href="${formPath}">Use another account</a></div>
        </form>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: { title, trail: [...MOVE_TRAIL, { path: movePath(), name: 'Move' }], label: title },
    body,
    errors,
  });
}

/** A project brings its forms; a form that is chosen alone comes without its project. */
function projectChoices(assets: readonly SourceAsset[]): Html[] {
  return assets
    .filter(({ collectionUid }) => collectionUid === undefined)
    .map(({ uid, name }) => {
      const forms = assets.filter(({ collectionUid }) => collectionUid === uid);
      return html`<fieldset>
        <legend><bdi>${name}</bdi></legend>
        ${choiceField('checkbox', { name: 'assets', value: uid, label: 'The whole project' })}
        ${forms.map(assetChoice)}
      </fieldset>`;
    });
}

function assetChoice({ uid, name, assetType, submissions }: SourceAsset): Html {
  const facts = [
    ...(assetType === 'survey' ? [] : [assetType]),
    ...(submissions === undefined ? [] : [`${countText(submissions)} submissions`]),
  ].join(', ');
  const label = `${name === '' ? uid : name}${facts === '' ? '' : ` (${facts})`}`;
  return choiceField('checkbox', { name: 'assets', value: uid, label });
}
