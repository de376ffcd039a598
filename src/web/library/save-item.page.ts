import type { FormPart } from '../../domain/form-history/form-part';
import { joinedText } from '../../language/format';
import { t } from '../../language/message';
import type { AssetView } from '../../modules/asset/asset-view.service';
import { formErrorMessage, formField, type Option } from '../page/form-field';
import { type FormErrors, type Sent, textOf } from '../page/handle-form';
import { html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage } from '../project/project-head';
import { collectionOptions } from './library.page';

export const SAVE_ITEM_PATH = '/library/save/';

interface SavePage {
  readonly project: Project;
  readonly parts: readonly FormPart[];
  readonly collections: readonly AssetView[];
}

/** Chooses what of a form the library keeps. */
export function presentSaveItem(
  visitor: Visitor,
  { project, parts, collections }: SavePage,
  { sent = {}, errors }: { readonly sent?: Sent; readonly errors?: FormErrors } = {},
) {
  const body = html`${formErrorMessage(errors)}
    <section class="sheet" aria-labelledby="save">
      <h2 id="save">${t('Save to the library')}</h2>
      <p class="soft">${t('The library gets a copy. Changes of the project do not change it.')}</p>
      <form method="post" action="${SAVE_ITEM_PATH}">
        ${csrfField(visitor)}<input type="hidden" name="project" value="${project.uid}" />
        ${formField(
          {
            name: 'part',
            label: t('Save'),
            type: 'select',
            options: [{ value: '', label: t('The whole form, as a template') }, ...parts.map(partOption)],
            value: textOf(sent['part']),
            optional: true,
          },
          errors,
        )}
        ${formField({ name: 'name', label: t('Name in the library'), value: textOf(sent['name']), optional: true, autocomplete: 'off', hint: t('Empty: the name of the project, or the label of the question.') }, errors)}
        ${
          collections.length > 0 &&
          formField(
            {
              name: 'collection',
              label: t('Collection'),
              type: 'select',
              options: collectionOptions(collections),
              value: textOf(sent['collection']),
              errorName: 'parent',
              optional: true,
            },
            errors,
          )
        }
        <div class="buttons"><button>${t('Save to the library')}</button></div>
      </form>
    </section>`;
  return presentProjectPage(visitor, project, { tab: 'form', title: t('Save to the library'), body, errors });
}

/** Indented by the groups around it: options of a list show no other structure. */
const INDENT = '\u2003';
const MAX_LABEL = 80;

function partOption({ path, assetType, depth, label }: FormPart): Option {
  const text = label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label;
  const name =
    assetType === 'block' ? t('Block: {label}', { label: text }) : t('Question: {label}', { label: text });
  return { value: path, label: joinedText([INDENT.repeat(depth), name], ''), isEntered: true };
}
