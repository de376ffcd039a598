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
  { source, username, assets }: SourceAccountAssets,
  credentials: string,
  errors?: FormErrors,
) {
  const title = 'Choose projects';
  const error = errors?.fields['assets'];
  const body =
    assets.length === 0
      ? emptyState({
          title: 'No projects there',
          text: `${username} owns no project at ${source}.`,
          actions: html`<a class="button quiet" href="${movePath()}">Use another account</a>`,
        })
      : html`<form method="post" action="${movePath('start/')}" class="sheet">
          ${csrfField(visitor)}<input type="hidden" name="credentials" value="${credentials}" />
          ${error !== undefined && notice(error, 'alarm')}
          <fieldset>
            <legend>Projects of <bdi>${username}</bdi> at ${source}</legend>
            ${assets.map(assetChoice)}
          </fieldset>
          <p class="hint">
            Permissions go to users of the same names here. Webhooks arrive inactive. Until you work here
            only, move again to bring what changed.
          </p>
          <div class="buttons"><button>Move</button><a href="${movePath()}">Use another account</a></div>
        </form>`;
  return presentHtmlPage(visitor, {
    title,
    section: 'projects',
    head: { title, trail: [...MOVE_TRAIL, { path: movePath(), name: 'Move' }], label: title },
    body,
    ...(errors !== undefined && { status: errors.status, headers: errors.headers }),
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
