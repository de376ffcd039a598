import { Body, Get, Query } from '@nestjs/common';
import type { FormPart } from '../../domain/form-history/form-part';
import { joinedText } from '../../language/format';
import { t } from '../../language/message';
import type { AssetView } from '../../modules/asset/asset-view.service';
import { formErrorMessage, formField, type Option } from '../page/form-field';
import {
  type FormErrors,
  type Sent,
  textOf,
  handleForm,
  lineOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { html } from '../page/html';
import { csrfField, presentRedirect } from '../page/page';
import { type Visitor, CurrentVisitor } from '../page/visitor';
import { type Project, presentProjectPage, projectName, Projects } from '../project/project-head';
import { collectionOptions } from './library.page';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetFormService } from '../../modules/asset/asset-form.service';
import { type CreateAssetInput, NewAssetService } from '../../modules/asset/new-asset.service';
import { PermissionService } from '../../modules/permission/permission.service';
import { Collections, libraryPath, readUid } from './library-query';

export const SAVE_ITEM_PATH = '/library/save/';

interface SavePage {
  readonly project: Project;
  readonly parts: readonly FormPart[];
  readonly collections: readonly AssetView[];
}

/** Chooses what of a form the library keeps. */
function presentSaveItem(
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

const MAX_NAME_LENGTH = 255;

/** Saves the form of a project, or a question or group of it, to the library. */
@PageController('library/save')
export class SaveItemController {
  constructor(
    private readonly projects: Projects,
    private readonly permissions: PermissionService,
    private readonly forms: AssetFormService,
    private readonly newAssets: NewAssetService,
    private readonly collections: Collections,
  ) {}

  @Get()
  @SignedIn()
  async form(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() { project, part }: Sent) {
    return this.present(visitor, await this.accessOf(visitor, project), { sent: { part } });
  }

  @PostForm()
  @SignedIn()
  async save(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const access = await this.accessOf(visitor, body['project']);
    const collection = readUid(body['collection']);
    return handleForm(
      async () => this.newAssets.create(visitor.actor, await this.itemOf(visitor, access, body)),
      {
        done: () => presentRedirect(libraryPath(collection === '' ? {} : { collection }, 'saved')),
        invalid: (errors) => this.present(visitor, access, { sent: body, errors }),
      },
    );
  }

  /** @throws NotFoundError for a form that the visitor may not view */
  private async accessOf({ actor }: Visitor, project: unknown): Promise<AssetAccess<'view_asset'>> {
    return orNotFound(await this.permissions.authorize(actor, textOf(project), 'view_asset'));
  }

  /** @throws InvalidError for a part that the form no longer has */
  private async itemOf(
    { actor }: Visitor,
    access: AssetAccess<'view_asset'>,
    body: Sent,
  ): Promise<CreateAssetInput> {
    const collection = readUid(body['collection']);
    const given = lineOf(body, 'name', MAX_NAME_LENGTH);
    const parent = collection === '' ? {} : { parent: collection };
    const path = textOf(body['part']);
    if (path === '') {
      const name = given === '' ? projectName(await this.projects.of(actor, access)) : given;
      const of = { assetUid: access.assetUid };
      return { kind: 'clone', of, assetType: 'template', input: { name, ...parent } };
    }
    const { assetType, content, label } = await this.forms.part(access, path);
    const name = given === '' ? label.slice(0, MAX_NAME_LENGTH) : given;
    return { kind: 'blank', assetType, input: { name, content, ...parent } };
  }

  private async present(
    visitor: Visitor<UserActor>,
    access: AssetAccess<'view_asset'>,
    outcome: { readonly sent: Sent; readonly errors?: FormErrors },
  ) {
    const [project, parts, collections] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.forms.parts(access),
      this.collections.changeableBy(visitor.actor),
    ]);
    return presentSaveItem(visitor, { project, parts, collections }, outcome);
  }
}
