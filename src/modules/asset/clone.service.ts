import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { assertMayClone, inheritedSettings } from '../../domain/asset/clone-rules';
import type { AssetType } from '../../domain/content/asset-type';
import { NotFoundError } from '../../domain/errors';
import { AssetFileService } from '../media/asset-file.service';
import { PermissionService } from '../permission/permission.service';
import { AssetContentQuery } from './asset-content.query';
import type { Alongside, AssetInput } from './asset-input';
import { AssetRepository } from './asset.repository';
import { VersionRepository } from './version.repository';

/** Which version of which asset is cloned; absent: the newest. */
export interface CloneRequest {
  readonly assetUid: string;
  readonly versionUid?: string;
}

/** What is written for a clone, and what goes with it. */
export interface ClonedInput {
  readonly assetType: AssetType;
  readonly input: AssetInput;
  readonly alongside: Alongside;
}

/** What a clone takes from its source (contract-assets 2.4, decision 80). */
@Injectable()
export class CloneService {
  constructor(
    private readonly permissions: PermissionService,
    private readonly assets: AssetRepository,
    private readonly versions: VersionRepository,
    private readonly contents: AssetContentQuery,
    private readonly files: AssetFileService,
  ) {}

  /**
   * Name, content, tags and settings of the source, in so far as the request does not say otherwise.
   * @param target what the clone shall be; absent: what the source is
   * @throws NotFoundError for a source that the caller does not see or a version that it never had
   * @throws InvalidError for types that do not go together
   */
  async take(
    actor: UserActor,
    { assetUid, versionUid }: CloneRequest,
    target: AssetType | undefined,
    given: AssetInput,
  ): Promise<ClonedInput> {
    const access = await this.permissions.prove(actor, assetUid, 'view_asset');
    const source = access && (await this.assets.find(access.assetId));
    if (!source) throw new NotFoundError();
    const assetType = target ?? source.assetType;
    assertMayClone(source.assetType, assetType);
    const version =
      versionUid === undefined
        ? await this.versions.newest(source.id)
        : await this.versions.find(source.id, versionUid);
    if (version === null) throw new NotFoundError();
    const { name } = version;
    const content = await this.contents.ofVersion(version.id);
    const settings = { ...inheritedSettings(source, assetType), ...given.settings };
    return {
      assetType,
      input: { name, content, tags: source.tags, ...given, settings },
      alongside: (transaction, { id }) => this.files.copyAll(transaction, actor, access, id),
    };
  }
}
