import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { AssetEntity } from '../../database/entities/asset.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { assertMayBecome } from '../../domain/asset/clone-rules';
import { patchSettings } from '../../domain/asset/settings-rules';
import { assetEvents, type ContentAction } from '../../domain/audit/asset-events';
import type { AssetType } from '../../domain/content/asset-type';
import { ConflictError, DeniedError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { PreparedForm } from '../../workers/form-engine/form-engine.port';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type Alongside, type AssetInput, NOTHING_ELSE } from './asset-input';
import { type AssetMove, AssetPlaceService } from './asset-place.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { type CloneRequest, CloneService } from './clone.service';
import { DataSharingService } from './data-sharing.service';
import { type FormChange, FormChangeService, type FormInput } from './form-change.service';
import { SaveTurns } from './save-turns';
import { VersionService } from './version.service';

/** How often a change is prepared anew because another process saved the asset meanwhile. */
const MOST_TRIES = 5;

/** What becomes of an asset. */
export interface AssetChange extends AssetInput {
  /** Another asset whose name, content and tags take the place of what this one has. */
  readonly cloneOf?: CloneRequest;
}

/** Changes of assets. Every save of another name or content leaves a version. */
@Injectable()
export class AssetService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly versions: VersionService,
    private readonly forms: FormChangeService,
    private readonly clones: CloneService,
    private readonly views: AssetViewService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly turns: SaveTurns,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly places: AssetPlaceService,
    private readonly sharing: DataSharingService,
  ) {}

  /**
   * As `update`; what alone concerns what is done with answers is for those who may change these too
   * (contract-assets 2.5).
   * @throws DeniedError for whoever may not change what is sent
   */
  async patch(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    change: AssetChange,
  ): Promise<AssetDetailView> {
    const [only, ...more] = Object.keys(change);
    if (only === 'advancedFeatures' && more.length === 0) {
      return this.change(actor, access, change, 'update-content', NOTHING_ELSE);
    }
    const full = await this.permissions.prove(actor, access.assetUid, 'change_asset');
    if (full === undefined) throw new DeniedError();
    return this.update(actor, full, change);
  }

  /**
   * @throws InvalidError for content that is no form at all, and for a type that it can't become
   * @throws NotFoundError for a clone of what the caller does not see
   */
  async update(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { cloneOf, ...given }: AssetChange,
  ): Promise<AssetDetailView> {
    if (cloneOf === undefined) return this.change(actor, access, given, 'update-content', NOTHING_ELSE);
    const target = given.assetType ?? (await this.typeOf(access));
    const { input, alongside } = await this.clones.take(actor, cloneOf, target, given);
    return this.change(actor, access, input, 'replace-form', alongside);
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

  /** @throws ConflictError when other processes save the asset time and again meanwhile */
  private async change(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    input: AssetInput & FormInput,
    contentAction: ContentAction,
    alongside: Alongside,
  ): Promise<AssetDetailView> {
    await this.turns.take(access.assetId, async () => {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        if (await this.tryChange(actor, access, input, contentAction, alongside)) return;
      }
      throw new ConflictError('The asset is saved again and again; save it when that has ended.');
    });
    return this.views.show(actor, access);
  }

  /**
   * Prepares the form before the asset is locked, for that takes its time, and connections.
   * @returns whether it is saved; not where another process saved the asset meanwhile
   */
  private async tryChange(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    input: AssetInput & FormInput,
    contentAction: ContentAction,
    alongside: Alongside,
  ): Promise<boolean> {
    const known = await this.assets.find(access.assetId);
    if (known === null) throw new NotFoundError();
    const place = await this.places.choose(actor, input.parent, access.assetId);
    const change = await this.forms.prepare(known, input);
    return this.unitOfWork.run(async (transaction) => {
      await this.places.begin(transaction, place);
      const stored = await this.assets.lock(transaction, access.assetId);
      if (stored === null) throw new NotFoundError();
      if (stored.dateModified.getTime() !== known.dateModified.getTime()) return false;
      await this.retype(transaction, stored, input.assetType);
      const name = await this.save(transaction, actor, stored, input, { ...change, place }, contentAction);
      await this.sharing.put(transaction, actor, stored, input.dataSharing);
      await this.places.put(transaction, stored.id, place);
      const summary = { ...(change.form?.summary ?? stored.summary) };
      const { id, uid, name: formerName } = stored;
      await alongside(transaction, { id, uid, name, formerName, summary });
      return true;
    });
  }

  /** What nobody can hold on an asset of the new type, nobody holds any more. @throws InvalidError */
  private async retype(
    transaction: Transaction,
    { id, ownerId, assetType: from }: AssetEntity,
    to: AssetType = from,
  ): Promise<void> {
    if (from === to) return;
    assertMayBecome(from, to, { deployed: await this.assets.isDeployed(transaction, id) });
    await this.permissions.fitToType(transaction, { id, ownerId, assetType: to });
  }

  /** @returns what it is called now */
  private async save(
    transaction: Transaction,
    actor: UserActor,
    { id, ...stored }: AssetEntity,
    input: AssetInput,
    { form, reportStyles, formerStyles, place }: FormChange & { readonly place: AssetMove | undefined },
    contentAction: ContentAction,
  ): Promise<string> {
    const now = this.clock.now();
    const name = form?.title ?? input.name ?? stored.name;
    const assetType = input.assetType ?? stored.assetType;
    const changes = {
      lastModifiedBy: actor.username,
      dateModified: now,
      name,
      ...(assetType !== stored.assetType && { assetType }),
      ...(form !== undefined && { summary: form.summary }),
      ...((input.settings !== undefined || assetType !== stored.assetType) && {
        settings: patchSettings(
          assetType,
          stored.settings,
          input.settings === undefined ? {} : input.settings,
        ),
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
    const { contentHash } = (await this.versions.newestIn(transaction, id)) ?? {};
    await this.versions.keep(transaction, { id, assetType, name }, form?.contentHash, now);
    const before = { ...stored, contentHash, parent: place?.from ?? null, reportStyles: formerStyles };
    const after = {
      ...before,
      ...changes,
      contentHash: form?.contentHash ?? contentHash,
      parent: place?.to ?? null,
      reportStyles: input.reportStyles,
    };
    await this.audit.tell(transaction, actor, id, assetEvents(before, after, contentAction));
    return name;
  }
}
