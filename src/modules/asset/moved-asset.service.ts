import { Injectable } from '@nestjs/common';
import type { AssetEntity } from '../../database/entities/asset.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { plainFields, newAssetSettings } from '../../domain/asset/settings-rules';
import { ConflictError, InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import type { SourceAsset, SourceVersion } from '../../domain/migration/source-types';
import { FormEngine } from '../../workers/form-engine/form-engine';
import type { PreparedForm } from '../../workers/form-engine/form-engine-types';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type AssetMove, AssetParentService } from './asset-parent.service';
import { AssetRepository } from './asset.repository';
import { DataSharingService } from './data-sharing.service';
import { VersionRepository } from './version.repository';

type Sheets = Readonly<Record<string, unknown>>;

interface MoveOptions {
  /** Whether an earlier run created the asset; else an existing one is a conflict. */
  readonly mayExist: boolean;
  readonly readVersion: (uid: string) => Promise<Sheets>;
  /** Receives what could not be taken over, as sentences. */
  readonly report: (problem: string) => void;
  /** Runs in the transaction that saves the asset. */
  readonly afterSave: (transaction: Transaction, assetId: number) => Promise<void>;
}

/** Asset as it is stored, to compare or to copy. */
export interface StoredAsset extends Readonly<Omit<AssetEntity, 'content' | 'reportStyles' | 'searchText'>> {
  readonly content: Sheets;
  readonly reportStyles: Sheets;
  readonly parentUid: string | null;
  /** Oldest first. */
  readonly versions: readonly SourceVersion[];
}

interface NewVersion {
  readonly uid: string;
  readonly deployed: boolean;
  readonly dateModified: Date;
  readonly form: PreparedForm;
}

/** Keeps copies of assets of other servers: the same uids, versions and dates. */
@Injectable()
export class MovedAssetService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly versions: VersionRepository,
    private readonly parents: AssetParentService,
    private readonly sharing: DataSharingService,
    private readonly permissions: PermissionService,
    private readonly engine: FormEngine,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates or updates the copy with its versions, all or nothing. Versions are only added.
   * @param owner owns a new copy
   * @throws ConflictError if another asset, or a deleted one, has the uid
   * @throws InvalidError for content that cannot be read
   */
  async save(owner: UserActor, source: SourceAsset, options: MoveOptions): Promise<number> {
    const stored = await this.assets.findByUid(source.uid);
    assertMayReplace(stored, options.mayExist);
    const isCurrent = stored?.dateModified.getTime() === source.dateModified.getTime();
    const { assetType, reportStyles } = source;
    const form = isCurrent
      ? undefined
      : await this.engine.standardise(source.content, { assetType, reportStyles });
    const added = await this.prepareVersions(stored?.id, source, options);
    const move = await this.resolveParent(owner, source, stored?.id, options.report);
    return this.unitOfWork.run(async (transaction) => {
      await this.parents.lockTree(transaction, move);
      const assetId = await this.write(transaction, owner, source, { stored, form });
      await this.parents.move(transaction, assetId, move);
      await this.writeVersions(transaction, assetId, source, added);
      if (form !== undefined)
        await this.shareData(transaction, owner, source, { assetId, stored, ...options });
      await options.afterSave(transaction, assetId);
      return assetId;
    });
  }

  /** Excludes content and deleted assets; oldest first. */
  listOwned(ownerId: number): Promise<readonly Omit<AssetEntity, 'content'>[]> {
    return this.assets.listOwned(ownerId);
  }

  /** @throws NotFoundError */
  async read(uid: string): Promise<StoredAsset> {
    const asset = await this.assets.findByUid(uid);
    if (asset?.dateDeleted !== null) throw new NotFoundError(`There is no asset ${uid}.`);
    const [parent, large, versions] = [
      await this.assets.findParent(asset.id),
      await this.assets.ofAsset(asset.id),
      await this.versions.listAll(asset.id),
    ];
    return {
      ...asset,
      content: sheetsOf(large.content),
      reportStyles: sheetsOf(large.reportStyles),
      parentUid: parent?.uid ?? null,
      versions,
    };
  }

  /** @throws NotFoundError */
  async readVersion(assetId: number, uid: string): Promise<Sheets> {
    const version = orNotFound(await this.versions.find(assetId, uid));
    return sheetsOf(await this.assets.ofVersion(version.id));
  }

  private async prepareVersions(
    assetId: number | undefined,
    { assetType, versions }: SourceAsset,
    { readVersion, report }: MoveOptions,
  ): Promise<NewVersion[]> {
    const stored = assetId === undefined ? [] : await this.versions.listAll(assetId);
    const known = new Set(stored.map(({ uid }) => uid));
    const added: NewVersion[] = [];
    for (const { uid, deployed, dateModified } of versions) {
      if (known.has(uid)) continue;
      try {
        const form = await this.engine.standardise(await readVersion(uid), { assetType });
        added.push({ uid, deployed, dateModified, form });
      } catch (error) {
        if (!(error instanceof InvalidError)) throw error;
        report(`Version ${uid}: its content cannot be read (${error.message})`);
      }
    }
    return added;
  }

  private async resolveParent(
    owner: UserActor,
    { parentUid }: SourceAsset,
    assetId: number | undefined,
    report: (problem: string) => void,
  ): Promise<AssetMove | undefined> {
    if (parentUid === null && assetId === undefined) return undefined;
    try {
      return await this.parents.resolve(owner, parentUid, assetId);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      report(`The collection ${parentUid ?? ''} that contains it is not here, or not editable by its owner`);
      return undefined;
    }
  }

  private async write(
    transaction: Transaction,
    owner: UserActor,
    source: SourceAsset,
    { stored, form }: { stored: AssetEntity | null; form: PreparedForm | undefined },
  ): Promise<number> {
    if (stored !== null && form === undefined) return stored.id;
    const { assetType, name, dateCreated, dateModified } = source;
    const values = {
      assetType,
      name,
      summary: form!.summary,
      settings: newAssetSettings(assetType, source.settings),
      ...plainFields(source),
    };
    if (stored !== null) {
      const changes = { ...values, lastModifiedBy: owner.username, dateModified };
      await this.assets.update(transaction, stored.id, changes, form);
      return stored.id;
    }
    const asset = { ...values, uid: source.uid, ownerId: owner.id, createdBy: owner.username };
    const id = await this.assets.insert(transaction, { ...asset, now: dateCreated, dateModified }, form!);
    await this.permissions.grantToOwner(transaction, { id, ownerId: owner.id, assetType });
    await this.audit.recordAssetEvents(transaction, owner, id, [{ action: 'create', metadata: { name } }]);
    return id;
  }

  private async writeVersions(
    transaction: Transaction,
    assetId: number,
    { name, versions }: SourceAsset,
    added: readonly NewVersion[],
  ): Promise<void> {
    for (const { form, ...version } of added) {
      const { contentHash, content } = form;
      await this.versions.insertMoved(transaction, { ...version, assetId, name, contentHash }, content);
    }
    const isNew = new Set(added.map(({ uid }) => uid));
    for (const { uid, deployed, dateModified } of versions) {
      if (deployed && !isNew.has(uid))
        await this.versions.markDeployedAt(transaction, assetId, uid, dateModified);
    }
  }

  private async shareData(
    transaction: Transaction,
    owner: UserActor,
    { dataSharing }: SourceAsset,
    { assetId, stored, report }: { assetId: number; stored: AssetEntity | null } & MoveOptions,
  ): Promise<void> {
    const before = stored?.dataSharing ?? {};
    if (JSON.stringify(before) === JSON.stringify(dataSharing)) return;
    try {
      await this.sharing.update(transaction, owner, { id: assetId, dataSharing: before }, dataSharing);
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      report(`Data sharing: ${error.message}`);
    }
  }
}

function sheetsOf(bytes: Uint8Array): Sheets {
  return JSON.parse(Buffer.from(bytes).toString()) as Sheets;
}

/** @throws ConflictError */
function assertMayReplace(stored: AssetEntity | null, mayExist: boolean): void {
  if (stored === null) return;
  if (stored.dateDeleted !== null) {
    throw new ConflictError(
      'An asset with its uid was deleted here. Undelete it, or wait until it is purged.',
    );
  }
  if (!mayExist) {
    throw new ConflictError('An asset with its uid exists here, and did not come from this source.');
  }
}
