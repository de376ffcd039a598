import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { AssetEntity } from '../../database/entities/asset.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { assetEvents, type ContentAction } from '../../domain/audit/asset-events';
import type { AssetType } from '../../domain/content/asset-type';
import { patchSettings, settingsOfNewAsset } from '../../domain/asset/settings-rules';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  type ContentBytes,
  FormEngine,
  type FormSource,
  type PreparedForm,
} from '../../forms/form-engine.port';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { AssetContentQuery } from './asset-content.query';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { type FormChange, FormChangeService, type FormInput } from './form-change.service';

type FreeObject = Readonly<Record<string, unknown>>;

/** What a caller may write of an asset; absent is left alone. */
export interface AssetInput {
  readonly name?: string;
  /** Sheets in any of the forms that clients send, or the standard one. */
  readonly content?: FormSource;
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
  readonly content: ContentBytes;
  /** Ordinal that its deployment has: the deployed ones, and one more when it is none of them yet. */
  readonly deploymentNumber: number;
}

/** Writes of assets. Every save of another name or content leaves a version. */
@Injectable()
export class AssetService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly contents: AssetContentQuery,
    private readonly forms: FormChangeService,
    private readonly engine: FormEngine,
    private readonly views: AssetViewService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /** @throws InvalidError for content that is no form at all */
  async create(actor: UserActor, assetType: AssetType, input: AssetInput): Promise<AssetDetailView> {
    const { content = {}, reportStyles = {} } = input;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    return this.createFrom(actor, assetType, { ...input, form });
  }

  /** Makes an asset of a form that has been prepared already. */
  async createFrom(
    actor: UserActor,
    assetType: AssetType,
    { form, ...input }: Omit<AssetInput, 'content'> & { form: PreparedForm },
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<AssetDetailView> {
    const { summary, title, contentHash } = form;
    const uid = makeUid(UID_PREFIX.asset, randomBytes);
    const now = this.clock.now();
    await this.unitOfWork.run(async (transaction) => {
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
      await this.keepVersion(transaction, { id, assetType, name }, contentHash, now);
      await this.audit.tell(transaction, actor, id, [{ action: 'create', metadata: { name } }]);
      await alongside(transaction, { uid, summary: { ...summary } });
    });
    const access = await this.permissions.prove(actor, uid, 'view_asset');
    return this.views.show(actor, access!);
  }

  /** @throws InvalidError for content that is no form at all */
  update(actor: UserActor, access: AssetAccess<'change_asset'>, input: AssetInput): Promise<AssetDetailView> {
    return this.change(actor, access, input, 'update-content', NOTHING_ELSE);
  }

  /** Puts a form that has been prepared already into an existing asset. */
  overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    form: PreparedForm,
    alongside: Alongside = NOTHING_ELSE,
  ): Promise<AssetDetailView> {
    return this.change(actor, access, { form }, 'replace-form', alongside);
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
      content: await this.contents.ofVersion(version.id),
      deploymentNumber: deployed + (version.deployed ? 0 : 1),
    };
  }

  /**
   * Whether the version is still the newest, and its number right. From now on neither changes until the transaction
   * ends: saves and other deployments of the asset wait.
   */
  async holdNewest(
    transaction: Transaction,
    access: AssetAccess<'change_asset'>,
    { id, deploymentNumber }: DeployableVersion,
  ): Promise<boolean> {
    const { assetId } = access;
    await this.lock(transaction, access);
    const newest = await this.assets.newestVersionIn(transaction, assetId);
    const deployed = await this.assets.countDeployedVersionsIn(transaction, assetId);
    return newest?.id === id && deploymentNumber === deployed + (newest.deployed ? 0 : 1);
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

  /** The form is prepared before the asset is locked; when another save came between, once more behind it. */
  private async change(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: AssetInput & FormInput,
    contentAction: ContentAction,
    alongside: Alongside,
  ): Promise<AssetDetailView> {
    const known = await this.assets.find(access.assetId);
    if (known === null) throw new NotFoundError();
    const prepared = await this.forms.prepare(known, input);
    await this.unitOfWork.run(async (transaction) => {
      const stored = await this.lock(transaction, access);
      const isCurrent = stored.dateModified.getTime() === known.dateModified.getTime();
      const change = isCurrent ? prepared : await this.forms.prepare(stored, input);
      await this.save(transaction, actor, stored, input, change, contentAction);
      const summary = { ...(change.form?.summary ?? stored.summary) };
      await alongside(transaction, { uid: stored.uid, summary });
    });
    return this.views.show(actor, access);
  }

  private async save(
    transaction: Transaction,
    actor: UserActor,
    { id, assetType, ...stored }: AssetEntity,
    input: AssetInput,
    { form, reportStyles }: FormChange,
    contentAction: ContentAction,
  ): Promise<void> {
    const now = this.clock.now();
    const name = form?.title ?? input.name ?? stored.name;
    const changes = {
      lastModifiedBy: actor.username,
      dateModified: now,
      name,
      ...(form !== undefined && { summary: form.summary }),
      ...(input.settings !== undefined && {
        settings: patchSettings(assetType, stored.settings, input.settings),
      }),
      ...(input.tags !== undefined && { tags: input.tags }),
      ...(input.reportCustom !== undefined && { reportCustom: input.reportCustom }),
      ...(input.mapStyles !== undefined && { mapStyles: input.mapStyles }),
      ...(input.mapCustom !== undefined && { mapCustom: input.mapCustom }),
      ...(input.advancedFeatures !== undefined && { advancedFeatures: input.advancedFeatures }),
    };
    await this.assets.update(transaction, id, changes, {
      ...(form !== undefined && { content: form.content }),
      ...(reportStyles !== undefined && { reportStyles }),
    });
    const { contentHash } = (await this.assets.newestVersionIn(transaction, id)) ?? {};
    await this.keepVersion(transaction, { id, assetType, name }, form?.contentHash, now);
    const before = { ...stored, contentHash };
    const after = { ...before, ...changes, contentHash: form?.contentHash ?? contentHash };
    await this.audit.tell(transaction, actor, id, assetEvents(before, after, contentAction));
  }

  /**
   * A version is made when name or content differ from the newest one; collections have none.
   * @param contentHash absent when the content is what it was
   */
  private async keepVersion(
    transaction: Transaction,
    { id: assetId, assetType, name }: Pick<AssetEntity, 'id' | 'assetType' | 'name'>,
    contentHash: string | undefined,
    now: Date,
  ): Promise<void> {
    if (assetType === 'collection') return;
    const newest = await this.assets.newestVersionIn(transaction, assetId);
    // Only an asset that is being made has no version, and that comes with its content.
    const hash = contentHash ?? newest!.contentHash;
    if (newest?.name === name && newest.contentHash === hash) return;
    await this.assets.insertVersion(transaction, {
      uid: makeUid(UID_PREFIX.version, randomBytes),
      assetId,
      name,
      contentHash: hash,
      dateModified: now,
    });
  }
}
