import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import {
  type PlainFields,
  assertFewReports,
  PLAIN_DEFAULTS,
  plainFields,
  assertSettingsSize,
  newAssetSettings,
} from '../../domain/asset/settings-rules';
import type { AssetType } from '../../domain/content/content';
import type { JsonObject } from '../../domain/text/json-members';
import type { SheetSource, PreparedForm } from '../../workers/form-engine/form-engine-types';
import { Clock } from '../../config/clock';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type AssetParent, AssetParentService } from './asset-parent.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { DataSharingService } from './data-sharing.service';
import { VersionService } from './version.service';
import { assertMayClone, inheritedSettings } from '../../domain/asset/clone-rules';
import { NotFoundError, orNotFound } from '../../domain/errors';
import { AssetFileService } from '../media/asset-file.service';
import { VersionRepository } from './version.repository';

/** Writable fields of an asset; absent fields stay unchanged. */
export interface AssetInput extends Partial<PlainFields> {
  readonly assetType?: AssetType;
  readonly name?: string;
  /** Sheets in any client format, or standard content. */
  readonly content?: SheetSource;
  /** New languages of the form; ignored when `content` is sent. */
  readonly languages?: readonly (string | null)[];
  /** Null resets to the defaults. */
  readonly settings?: JsonObject | null;
  readonly reportStyles?: JsonObject;
  readonly dataSharing?: JsonObject;
  /** Uid of the new parent collection; null for none. */
  readonly parent?: string | null;
}

/** Asset written by the open transaction. */
export interface SavedAsset {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** Name before the save; absent for a new asset. */
  readonly formerName?: string;
  readonly summary: Readonly<Record<string, unknown>>;
}

/** Runs in the transaction that saves the asset. */
export type AfterSave = (transaction: Transaction, saved: SavedAsset) => Promise<void>;

export const NO_AFTER_SAVE: AfterSave = async () => undefined;

/** New asset, or a clone whose fields the input overrides. */
export type CreateAssetInput =
  | { readonly kind: 'blank'; readonly assetType: AssetType; readonly input: AssetInput }
  | {
      readonly kind: 'clone';
      readonly of: CloneRequest;
      readonly assetType: AssetType | undefined;
      readonly input: AssetInput;
    };

/** Blocks and questions of an imported library, with the name of their collection. */
export interface NewLibrary {
  readonly name: string;
  readonly items: readonly { readonly assetType: AssetType; readonly form: PreparedForm }[];
}

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

/** Creates assets, owned by the caller. */
@Injectable()
export class NewAssetService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly versions: VersionService,
    private readonly clones: CloneService,
    private readonly engine: FormEngine,
    private readonly views: AssetViewService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly parents: AssetParentService,
    private readonly sharing: DataSharingService,
  ) {}

  /**
   * @throws InvalidError for invalid content, and for a clone that the types do not allow
   * @throws NotFoundError when the clone source is not visible to the caller
   */
  async create(actor: UserActor, request: CreateAssetInput): Promise<AssetDetailView> {
    if (request.kind === 'blank') return this.createStandardised(actor, request.assetType, request.input);
    const { assetType, input, afterSave } = await this.clones.prepare(
      actor,
      request.of,
      { assetType: request.assetType, ownerId: actor.id },
      request.input,
    );
    return this.createStandardised(actor, assetType, input, afterSave);
  }

  async createFromForm(
    actor: UserActor,
    assetType: AssetType,
    { form, ...input }: Omit<AssetInput, 'content'> & { form: PreparedForm },
    afterSave: AfterSave = NO_AFTER_SAVE,
  ): Promise<AssetDetailView> {
    const parent = await this.parents.resolve(actor, input.parent ?? undefined);
    const uid = await this.unitOfWork.run(async (transaction) => {
      await this.parents.lockTree(transaction, parent);
      const saved = await this.insert(transaction, actor, assetType, { ...input, form }, parent);
      await afterSave(transaction, saved);
      return saved.uid;
    });
    const access = await this.permissions.authorize(actor, uid, 'view_asset');
    return this.views.show(actor, access!);
  }

  /** Creates a collection with an asset per form, named by its title, in one transaction. */
  async createLibrary(
    actor: UserActor,
    { name, items }: NewLibrary,
    afterSave: AfterSave = NO_AFTER_SAVE,
  ): Promise<void> {
    const form = await this.engine.standardise({}, { assetType: 'collection' });
    await this.unitOfWork.run(async (transaction) => {
      await this.parents.lockTree(transaction, { parentId: null });
      const collection = await this.insert(transaction, actor, 'collection', { name, form }, undefined);
      for (const item of items) {
        const input = { form: item.form };
        await this.insert(transaction, actor, item.assetType, input, { parentId: collection.id });
      }
      await afterSave(transaction, collection);
    });
  }

  private async insert(
    transaction: Transaction,
    actor: UserActor,
    assetType: AssetType,
    { form, ...input }: Omit<AssetInput, 'content'> & { form: PreparedForm },
    parent: AssetParent | undefined,
  ): Promise<SavedAsset> {
    const { summary, title, contentHash } = form;
    const uid = generateUid(UID_PREFIX.asset, randomBytes);
    const now = this.clock.now();
    const name = title ?? input.name ?? '';
    const asset = {
      uid,
      ownerId: actor.id,
      createdBy: actor.username,
      now,
      assetType,
      name,
      summary,
      settings: newAssetSettings(assetType, input.settings ?? {}),
      ...PLAIN_DEFAULTS,
      ...plainFields(input),
    };
    assertSettingsSize(asset.settings);
    assertFewReports(asset);
    const id = await this.assets.insert(transaction, asset, form);
    await this.permissions.grantToOwner(transaction, { id, ownerId: actor.id, assetType });
    await this.sharing.create(transaction, actor, id, input.dataSharing);
    await this.parents.move(transaction, id, parent);
    await this.versions.createIfChanged(transaction, { id, assetType, name }, contentHash, now);
    await this.audit.recordAssetEvents(transaction, actor, id, [{ action: 'create', metadata: { name } }]);
    return { id, uid, name, summary: { ...summary } };
  }

  private async createStandardised(
    actor: UserActor,
    assetType: AssetType,
    input: AssetInput,
    afterSave?: AfterSave,
  ): Promise<AssetDetailView> {
    const { content = {}, reportStyles = {} } = input;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    return this.createFromForm(actor, assetType, { ...input, form }, afterSave);
  }
}
