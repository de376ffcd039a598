import { Body, Get, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { orNotFound } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetFormService } from '../../modules/asset/asset-form.service';
import { type CreateAssetInput, NewAssetService } from '../../modules/asset/new-asset.service';
import { PermissionService } from '../../modules/permission/permission.service';
import {
  handleForm,
  type FormErrors,
  lineOf,
  PageController,
  PostForm,
  type Sent,
  textOf,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { projectName, Projects } from '../project/project-head';
import { Collections } from './collections';
import { libraryPath, readUid } from './library-query';
import { presentSaveItem } from './save-item.page';

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
