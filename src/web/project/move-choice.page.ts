import type { SourceAccountAssets } from '../../modules/migration/task/source-reader.service';
import { emptyState, notice } from '../page/components';
import { choiceField } from '../page/form-field';
import { countText } from '../page/format-text';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { MOVE_TRAIL } from './move-form.page';
import { movePath } from './move-path';

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
