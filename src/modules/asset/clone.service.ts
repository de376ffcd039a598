import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { assertMayClone, inheritedSettings } from '../../domain/asset/clone-rules';
import type { AssetType } from '../../domain/content/content';
import { NotFoundError, orNotFound } from '../../domain/errors';
import { AssetFileService } from '../media/asset-file.service';
import { PermissionService } from '../permission/permission.service';
import { AssetRepository } from './asset.repository';
import type { AfterSave, AssetInput } from './asset-input';
import { VersionRepository } from './version.repository';

export interface CloneRequest {
  readonly assetUid: string;
  /** Absent: the newest version. */
  readonly versionUid?: string;
}

export interface ClonedInput {
  readonly assetType: AssetType;
  readonly input: AssetInput;
  readonly afterSave: AfterSave;
}

/** Prepares clones of assets (contract-assets 2.4, decision 13). */
@Injectable()
export class CloneService {
  constructor(
    private readonly permissions: PermissionService,
    private readonly assets: AssetRepository,
    private readonly versions: VersionRepository,
    private readonly files: AssetFileService,
  ) {}

  /**
   * Copies name, content, tags and settings of the source, overridden by the request.
   * @param target asset type of the clone, absent: that of the source; and its owner, whose quota its files count for
   * @throws NotFoundError when the source is not visible to the caller or the version does not exist
   * @throws InvalidError when the types do not allow a clone
   */
  async prepare(
    actor: UserActor,
    { assetUid, versionUid }: CloneRequest,
    target: { readonly assetType: AssetType | undefined; readonly ownerId: number },
    given: AssetInput,
  ): Promise<ClonedInput> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_asset');
    const source = access && (await this.assets.find(access.assetId));
    if (!source) throw new NotFoundError();
    const assetType = target.assetType ?? source.assetType;
    assertMayClone(source.assetType, assetType);
    const version = orNotFound(
      versionUid === undefined
        ? await this.versions.newest(source.id)
        : await this.versions.find(source.id, versionUid),
    );
    const { name } = version;
    const content = await this.assets.ofVersion(version.id);
    const settings = { ...inheritedSettings(source, assetType), ...given.settings };
    return {
      assetType,
      input: { name, content, tags: source.tags, ...given, settings },
      afterSave: (transaction, { id: assetId }) =>
        this.files.copyAll(transaction, actor, access, { assetId, ownerId: target.ownerId }),
    };
  }
}
