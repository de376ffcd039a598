import type { SourceKind } from '../../domain/migration/migration-task';
import type { MigrationTask } from '../../modules/migration/task/migration-task.service';
import { badge, doneNotice, recordTable, timeText, figure, emptyState, notice } from '../page/components';
import { formErrorMessage, formField, choiceField } from '../page/form-field';
import type { FormErrors, Sent } from '../page/handle-form';
import { knownText, t } from '../../language/message';
import { assetTypeText } from './project-head';
import { html, type Html, richText } from '../page/html';
import { joinedText, listText } from '../../language/format';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import type { SourceAccountAssets } from '../../modules/migration/task/source-reader.service';

const doneTexts = () => ({
  cancelled: t('The move was cancelled. What was moved stays; start again to continue.'),
  deleted: t('The report was deleted.'),
});

export const moveTrail = () => [
  { path: '/projects/', name: t('Projects') },
  { path: '/projects/new/', name: t('New project') },
];

const serverTabs = () => [
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
  const title = t('Move projects from another server');
  const isCentral = from === 'central';
  const body = html`${doneNotice(query, doneTexts())} ${formErrorMessage(errors)}
    <section class="sheet" aria-labelledby="server">
      <h2 id="server">${t('Your account there')}</h2>
      <p class="soft">
        ${
          isCentral
            ? t(
                'Projects come to your account here as collections, with their published forms, all versions, submissions, photos and review states. The projects there stay as they are.',
              )
            : t(
                'Forms with all versions, submissions, photos and settings come to your account here, under the same ids. The projects there stay as they are.',
              )
        }
      </p>
      <form method="post" action="${movePath()}">
        ${csrfField(visitor)}<input type="hidden" name="from" value="${from}" />
        ${formField(
          {
            name: 'source',
            label: t('Address of the server'),
            value: source,
            autocomplete: 'off',
            hint: isCentral
              ? t('Such as https://central.example.org.')
              : t('Such as https://kf.kobotoolbox.org, or that of another fieldhouse.'),
          },
          errors,
        )}
        ${isCentral ? centralFields(email, errors) : tokenField(errors)}
        <div class="buttons"><button>${t('Show my projects')}</button></div>
      </form>
    </section>
    ${moveTable(moves)}`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: {
      title,
      trail: moveTrail(),
      tabs: serverTabs(),
      current: serverTabs()[isCentral ? 1 : 0]!.path,
      label: t('Kind of server'),
    },
    body,
    errors,
  });
}

function tokenField(errors: FormErrors | undefined): Html {
  return formField(
    {
      name: 'token',
      label: t('API token'),
      type: 'password',
      autocomplete: 'off',
      hint: t(
        'Sign in there and open Account settings, then Security; or open the address with /token/ behind it. It is stored encrypted until the move ends.',
      ),
    },
    errors,
  );
}

function centralFields(email: string, errors: FormErrors | undefined): Html {
  return html`${formField(
    { name: 'email', label: t('E-mail address'), type: 'email', value: email, autocomplete: 'off' },
    errors,
  )}
  ${formField(
    {
      name: 'password',
      label: t('Password'),
      type: 'password',
      autocomplete: 'off',
      hint: t('It is stored encrypted until the move ends.'),
    },
    errors,
  )}`;
}

function moveTable(moves: readonly MigrationTask[]): Html {
  if (moves.length === 0) return html``;
  return recordTable({
    caption: t('Your moves'),
    columns: [t('From'), t('Started'), figure(t('Projects')), t('Status')],
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
      return badge(t('Waiting'), 'caution');
    case 'processing':
      return badge(t('Running'), 'caution');
    case 'error':
      return badge(t('Failed'), 'bad');
    case 'complete':
      return messages.report?.equal === true
        ? badge(t('Equal'), 'good')
        : badge(t('With differences'), 'caution');
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
  const title = t('Choose projects');
  const error = errors?.fields['assets'];
  const formPath = movePath(from === 'central' ? '?from=central' : '');
  const body =
    assets.length === 0
      ? emptyState({
          title: t('No projects there'),
          text:
            from === 'kobo'
              ? t('{username} owns no project at {source}.', { username, source })
              : t('{username} sees no project at {source}.', { username, source }),
          actions: html`<a class="button quiet" href="${formPath}">${t('Use another account')}</a>`,
        })
      : html`<form method="post" action="${movePath('start/')}" class="sheet">
          ${csrfField(visitor)}<input type="hidden" name="from" value="${from}" />
          <input type="hidden" name="credentials" value="${credentials}" />
          ${error !== undefined && notice(knownText(error), 'alarm')}
          <fieldset>
            <legend>
              ${richText('Projects of <bdi>{username}</bdi> at {source}', { bdi: (text) => html`<bdi>${text}</bdi>` }, { username, source })}
            </legend>
            ${from === 'central' ? projectChoices(assets) : assets.map(assetChoice)}
          </fieldset>
          <p class="hint">
            ${
              from === 'central'
                ? t('Drafts, roles and public links do not come; app users are named in the report.')
                : t('Permissions go to users of the same names here. Webhooks arrive inactive.')
            }
            ${t('Until you work here only, move again to bring what changed.')}
          </p>
          <div class="buttons">
            <button>${t('Move')}</button><a href="${formPath}">${t('Use another account')}</a>
          </div>
        </form>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: { title, trail: [...moveTrail(), { path: movePath(), name: t('Move') }], label: title },
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
        ${choiceField('checkbox', { name: 'assets', value: uid, label: t('The whole project') })}
        ${forms.map(assetChoice)}
      </fieldset>`;
    });
}

function assetChoice({ uid, name, assetType, submissions }: SourceAsset): Html {
  const facts = [
    ...(assetType === 'survey' ? [] : [assetTypeText(assetType)]),
    ...(submissions === undefined
      ? []
      : [t('{count, plural, one {# submission} other {# submissions}}', { count: submissions })]),
  ];
  const shown = name === '' ? uid : name;
  const label = facts.length === 0 ? shown : joinedText([shown, ' (', listText(facts), ')'], '');
  return choiceField('checkbox', { name: 'assets', value: uid, label });
}
