import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { assertFewReports, PLAIN_DEFAULTS, plainFields } from '../../domain/asset/plain-fields';
import { assertSettingsSize, newAssetSettings } from '../../domain/asset/settings-rules';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetType } from '../../domain/content/content';
import { FormEngine } from '../../workers/form-engine/form-engine';
import type { PreparedForm } from '../../workers/form-engine/form-engine-types';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type AfterSave, type AssetInput, NO_AFTER_SAVE, type SavedAsset } from './asset-input';
import { type AssetParent, AssetParentService } from './asset-parent.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { type CloneRequest, CloneService } from './clone.service';
import { DataSharingService } from './data-sharing.service';
import { VersionService } from './version.service';

export type { AfterSave, AssetInput, SavedAsset };

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
