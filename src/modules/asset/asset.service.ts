import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { AssetEntity } from '../../database/entities/asset.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import type { AssetType } from '../../domain/content/asset-type';
import type { Content } from '../../domain/content/content';
import { contentHash } from '../../domain/content/content-hash';
import { summariseContent } from '../../domain/content/content-summary';
import { completeReportStyles } from '../../domain/asset/report-styles';
import { patchSettings, settingsOfNewAsset } from '../../domain/asset/settings-rules';
import { standardiseContent, takeFormTitle } from '../../domain/content/standard/standardise-content';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PermissionService } from '../permission/permission.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository, type AssetVersion } from './asset.repository';

type FreeObject = Readonly<Record<string, unknown>>;

/** What a caller may write of an asset; absent is left alone. */
export interface AssetInput {
  readonly name?: string;
  /** Sheets in any of the forms that clients send, or the standard one. */
  readonly content?: unknown;
  /** Null resets to the defaults. */
  readonly settings?: FreeObject | null;
  readonly tags?: readonly string[];
  readonly reportStyles?: FreeObject;
  readonly reportCustom?: FreeObject;
  readonly mapStyles?: FreeObject;
  readonly mapCustom?: FreeObject;
  readonly advancedFeatures?: FreeObject;
}

/** An asset as it is being written. */
export interface SavedAsset {
  readonly uid: string;
  readonly summary: Readonly<Record<string, unknown>>;
}

/** What must be written if and only if the asset is, in the same transaction. */
export type Alongside = (transaction: Transaction, saved: SavedAsset) => Promise<void>;

const NOTHING_ELSE: Alongside = async () => undefined;

/** The newest version of an asset, ready to be deployed. */
export interface DeployableVersion {
  readonly id: number;
  readonly uid: string;
  readonly assetUid: string;
  readonly assetName: string;
  readonly assetType: AssetType;
  readonly dateModified: Date;
  readonly content: Content;
  /** Ordinal that its deployment has: the deployed ones, and one more when it is none of them yet. */
  readonly deploymentNumber: number;
}

/** Writes of assets. Every save of another name or content leaves a version. */
@Injectable()
export class AssetService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly views: AssetViewService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws InvalidError for content that is no form at all */
  async create(actor: UserActor, assetType: AssetType, input: AssetInput): Promise<AssetDetailView> {
    const { content, title } = takeFormTitle(
      standardiseContent(input.content ?? {}, { assetType, random: Math.random }),
    );
    return this.createFrom(actor, assetType, { ...input, content, title });
  }

  /** Makes an asset of content that is in standard form already. */
  async createFrom(
    actor: UserActor,
    assetType: AssetType,
    input: AssetInput & { content: Content; title: string | undefined },
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<AssetDetailView> {
    const { content, title } = input;
    const summary = summariseContent(content);
    const uid = makeUid(UID_PREFIX.asset, randomBytes);
    const now = this.clock.now();
    await this.unitOfWork.run(async (transaction) => {
      const name = title ?? input.name ?? '';
      const id = await this.assets.insert(transaction, {
        uid,
        ownerId: actor.id,
        createdBy: actor.username,
        now,
        assetType,
        name,
        content,
        summary,
        settings: settingsOfNewAsset(assetType, input.settings ?? {}),
        tags: input.tags ?? [],
        reportStyles: completeReportStyles(input.reportStyles ?? {}, content),
        reportCustom: input.reportCustom ?? {},
        mapStyles: input.mapStyles ?? {},
        mapCustom: input.mapCustom ?? {},
        advancedFeatures: input.advancedFeatures ?? {},
      });
      await this.permissions.grantToOwner(transaction, { id, ownerId: actor.id, assetType });
      await this.keepVersion(transaction, id, { assetType, name, content }, now);
      await alongside(transaction, { uid, summary: { ...summary } });
    });
    const access = await this.permissions.prove(actor, uid, 'view_asset');
    return this.views.show(actor, access!);
  }

  async update(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: AssetInput,
  ): Promise<AssetDetailView> {
    const now = this.clock.now();
    await this.unitOfWork.run(async (transaction) => {
      const stored = await this.lock(transaction, access);
      const { content, title } =
        input.content === undefined
          ? { content: stored.content, title: undefined }
          : takeFormTitle(
              standardiseContent(input.content, {
                assetType: stored.assetType,
                random: Math.random,
                stored: stored.content,
              }),
            );
      await this.save(transaction, actor, stored, { ...input, content, title }, now);
    });
    return this.views.show(actor, access);
  }

  /** Puts content that is in standard form already into an existing asset. */
  async overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: { name?: string; content: Content; title: string | undefined },
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<AssetDetailView> {
    const now = this.clock.now();
    await this.unitOfWork.run(async (transaction) => {
      const stored = await this.lock(transaction, access);
      await this.save(transaction, actor, stored, input, now);
      await alongside(transaction, { uid: stored.uid, summary: { ...summariseContent(input.content) } });
    });
    return this.views.show(actor, access);
  }

  async typeOf({ assetId }: AssetAccess<'view_asset' | 'change_asset'>): Promise<AssetType> {
    return (await this.assets.findForDeployment(assetId)).assetType;
  }

  /** Undefined for an asset without any version, such as a collection. */
  async newestVersion({
    assetId,
  }: AssetAccess<'view_asset' | 'change_asset'>): Promise<DeployableVersion | undefined> {
    const [asset, version, deployed] = await Promise.all([
      this.assets.findForDeployment(assetId),
      this.assets.newestVersion(assetId),
      this.assets.countDeployedVersions(assetId),
    ]);
    if (version === null) return undefined;
    return {
      id: version.id,
      uid: version.uid,
      assetUid: asset.uid,
      assetName: asset.name,
      assetType: asset.assetType,
      dateModified: asset.dateModified,
      content: await this.assets.versionContent(assetId, version.id),
      deploymentNumber: deployed + (version.deployed ? 0 : 1),
    };
  }

  /** Marks the version as deployed, and the asset as changed. */
  async markDeployed(
    transaction: Transaction,
    actor: UserActor,
    { assetId }: AssetAccess<'change_asset'>,
    versionId: number,
  ): Promise<void> {
    const now = this.clock.now();
    await this.assets.markDeployed(transaction, versionId, now);
    await this.assets.update(transaction, assetId, { lastModifiedBy: actor.username, dateModified: now });
  }

  private async lock(transaction: Transaction, access: AssetAccess<'change_asset'>): Promise<AssetEntity> {
    const stored = await this.assets.lock(transaction, access.assetId);
    if (stored === null) throw new NotFoundError();
    return stored;
  }

  private async save(
    transaction: Transaction,
    actor: UserActor,
    stored: AssetEntity,
    input: AssetInput & { content: Content; title: string | undefined },
    now: Date,
  ): Promise<void> {
    const { content } = input;
    const name = input.title ?? input.name ?? stored.name;
    const { assetType } = stored;
    await this.assets.update(transaction, stored.id, {
      lastModifiedBy: actor.username,
      dateModified: now,
      name,
      content,
      summary: summariseContent(content),
      reportStyles: completeReportStyles(input.reportStyles ?? stored.reportStyles, content),
      ...(input.settings !== undefined && {
        settings: patchSettings(assetType, stored.settings, input.settings),
      }),
      ...(input.tags !== undefined && { tags: input.tags }),
      ...(input.reportCustom !== undefined && { reportCustom: input.reportCustom }),
      ...(input.mapStyles !== undefined && { mapStyles: input.mapStyles }),
      ...(input.mapCustom !== undefined && { mapCustom: input.mapCustom }),
      ...(input.advancedFeatures !== undefined && { advancedFeatures: input.advancedFeatures }),
    });
    await this.keepVersion(transaction, stored.id, { assetType, name, content }, now);
  }

  /** A version is made when name or content differ from the newest one; collections have none. */
  private async keepVersion(
    transaction: Transaction,
    assetId: number,
    { assetType, name, content }: { assetType: AssetType; name: string; content: Content },
    now: Date,
  ): Promise<void> {
    if (assetType === 'collection') return;
    const hash = contentHash(content);
    const newest: AssetVersion | null = await this.assets.newestVersionIn(transaction, assetId);
    if (newest?.name === name && newest.contentHash === hash) return;
    const uid = makeUid(UID_PREFIX.version, randomBytes);
    await this.assets.insertVersion(transaction, {
      uid,
      assetId,
      name,
      content,
      contentHash: hash,
      dateModified: now,
    });
  }
}
