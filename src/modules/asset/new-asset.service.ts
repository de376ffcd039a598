import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { settingsOfNewAsset } from '../../domain/asset/settings-rules';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetType } from '../../domain/content/asset-type';
import { FormEngine, type PreparedForm } from '../../workers/form-engine/form-engine.port';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type Alongside, type AssetInput, NOTHING_ELSE, type SavedAsset } from './asset-input';
import { type AssetPlace, AssetPlaceService } from './asset-place.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { type CloneRequest, CloneService } from './clone.service';
import { DataSharingService } from './data-sharing.service';
import { VersionService } from './version.service';

export type { Alongside, AssetInput, SavedAsset };

/** What an asset is made of: what the request says, or a clone with what the request says instead. */
export type NewAsset =
  | { readonly kind: 'blank'; readonly assetType: AssetType; readonly input: AssetInput }
  | {
      readonly kind: 'clone';
      readonly of: CloneRequest;
      /** Absent: that of the source. */
      readonly assetType: AssetType | undefined;
      readonly input: AssetInput;
    };

/** Blocks and questions that come together, and what their collection is called. */
export interface NewLibrary {
  readonly name: string;
  readonly items: readonly { readonly assetType: AssetType; readonly form: PreparedForm }[];
}

/** Makes assets; whoever asks owns them. */
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
    private readonly places: AssetPlaceService,
    private readonly sharing: DataSharingService,
  ) {}

  /**
   * @throws InvalidError for content that is no form at all, and for a clone that can't be
   * @throws NotFoundError for a clone of what the caller does not see
   */
  async create(actor: UserActor, made: NewAsset): Promise<AssetDetailView> {
    if (made.kind === 'blank') return this.standardised(actor, made.assetType, made.input);
    const { assetType, input, alongside } = await this.clones.take(
      actor,
      made.of,
      made.assetType,
      made.input,
    );
    return this.standardised(actor, assetType, input, alongside);
  }

  /** Makes an asset of a form that has been prepared already. */
  async createFrom(
    actor: UserActor,
    assetType: AssetType,
    { form, ...input }: Omit<AssetInput, 'content'> & { form: PreparedForm },
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<AssetDetailView> {
    const place = await this.places.choose(actor, input.parent ?? undefined);
    const uid = await this.unitOfWork.run(async (transaction) => {
      await this.places.begin(transaction, place);
      const saved = await this.insert(transaction, actor, assetType, { ...input, form }, place);
      await alongside(transaction, saved);
      return saved.uid;
    });
    const access = await this.permissions.prove(actor, uid, 'view_asset');
    return this.views.show(actor, access!);
  }

  /** Makes a collection, and in it an asset of each form, which is called by its title: all or nothing. */
  async createLibrary(
    actor: UserActor,
    { name, items }: NewLibrary,
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<void> {
    const form = await this.engine.standardise({}, { assetType: 'collection' });
    await this.unitOfWork.run(async (transaction) => {
      await this.places.begin(transaction, { parentId: null });
      const collection = await this.insert(transaction, actor, 'collection', { name, form }, undefined);
      for (const item of items) {
        const input = { form: item.form };
        await this.insert(transaction, actor, item.assetType, input, { parentId: collection.id });
      }
      await alongside(transaction, collection);
    });
  }

  private async insert(
    transaction: Transaction,
    actor: UserActor,
    assetType: AssetType,
    { form, ...input }: Omit<AssetInput, 'content'> & { form: PreparedForm },
    place: AssetPlace | undefined,
  ): Promise<SavedAsset> {
    const { summary, title, contentHash } = form;
    const uid = makeUid(UID_PREFIX.asset, randomBytes);
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
      settings: settingsOfNewAsset(assetType, input.settings ?? {}),
      tags: input.tags ?? [],
      reportCustom: input.reportCustom ?? {},
      mapStyles: input.mapStyles ?? {},
      mapCustom: input.mapCustom ?? {},
      advancedFeatures: input.advancedFeatures ?? {},
    };
    const id = await this.assets.insert(transaction, asset, form);
    await this.permissions.grantToOwner(transaction, { id, ownerId: actor.id, assetType });
    await this.sharing.begin(transaction, actor, id, input.dataSharing);
    await this.places.put(transaction, id, place);
    await this.versions.keep(transaction, { id, assetType, name }, contentHash, now);
    await this.audit.tell(transaction, actor, id, [{ action: 'create', metadata: { name } }]);
    return { id, uid, name, summary: { ...summary } };
  }

  private async standardised(
    actor: UserActor,
    assetType: AssetType,
    input: AssetInput,
    alongside?: Alongside,
  ): Promise<AssetDetailView> {
    const { content = {}, reportStyles = {} } = input;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    return this.createFrom(actor, assetType, { ...input, form }, alongside);
  }
}
