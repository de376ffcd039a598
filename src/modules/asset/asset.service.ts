import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../concurrency/limits';
import { Clock } from '../../config/clock';
import type { AssetEntity } from '../../database/entities/asset.entity';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { assertMayChangeType } from '../../domain/asset/clone-rules';
import {
  assertFewReports,
  plainFields,
  type PlainFields,
  assertSettingsSize,
  patchSettings,
} from '../../domain/asset/settings-rules';
import { assetEvents, type ContentAction } from '../../domain/audit/audit-action';
import type { AssetType } from '../../domain/content/content';
import {
  ConflictError,
  DeniedError,
  orNotFound,
  StaleStateError,
  type StateCheck,
} from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { PreparedForm } from '../../workers/form-engine/form-engine-types';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import {
  type AfterSave,
  type AssetInput,
  NO_AFTER_SAVE,
  type CloneRequest,
  CloneService,
} from './new-asset.service';
import { type AssetMove, AssetParentService } from './asset-parent.service';
import { type AssetDetailView, AssetViewService } from './asset-view.service';
import { AssetRepository } from './asset.repository';
import { DataSharingService } from './data-sharing.service';
import { type FormChange, FormChangeService, type FormInput } from './form-change.service';
import { VersionService } from './version.service';

/** Attempts at an optimistic save before it fails with a conflict: each conflict is a save by another process. */
const MAX_ATTEMPTS = 20;

const NEWER_VERSION =
  'A newer version was saved since the one that this change was made from. Nothing was saved: read it, then save again.';

export interface AssetChange extends AssetInput {
  /** Asset whose name, content and tags replace those of this one. */
  readonly cloneOf?: CloneRequest;
  /** Version that the change was made from; a newer one refuses it. */
  readonly baseVersionUid?: string;
}

export interface ImportedForm {
  readonly form: PreparedForm;
  readonly name: string;
}

interface Change extends AssetInput, FormInput {
  /** Name of the imported file, for an empty asset without one. */
  readonly nameIfEmpty?: string;
  readonly baseVersionUid?: string;
}

/** Updates assets. Each save that changes name or content creates a version. */
/** Of an asset, as far as pages change it. */
export type AssetState = Pick<AssetEntity, 'name' | 'settings' | 'dataSharing' | keyof PlainFields>;

@Injectable()
export class AssetService {
  /** Waiting saves of an asset hold no connection, and prepare no form that the save before them makes obsolete. */
  private readonly saveMutex = new KeyedMutex();

  constructor(
    private readonly assets: AssetRepository,
    private readonly versions: VersionService,
    private readonly forms: FormChangeService,
    private readonly clones: CloneService,
    private readonly views: AssetViewService,
    private readonly permissions: PermissionService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
    private readonly parents: AssetParentService,
    private readonly sharing: DataSharingService,
  ) {}

  /**
   * Like `update`, but a change of only `advancedFeatures` requires change_submissions (contract-assets 2.5).
   * @throws DeniedError when the caller lacks the permission for the change
   */
  async patch(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    change: AssetChange,
  ): Promise<AssetDetailView> {
    const [only, ...more] = Object.keys(change);
    if (only === 'advancedFeatures' && more.length === 0) {
      return this.change(actor, access, change, 'update-content', NO_AFTER_SAVE);
    }
    const fullAccess = await this.permissions.authorize(actor, access.assetUid, 'change_asset');
    if (fullAccess === undefined) throw new DeniedError();
    return this.update(actor, fullAccess, change);
  }

  /**
   * @throws InvalidError for invalid content, and for a type change that is not allowed
   * @throws NotFoundError when the clone source is not visible to the caller
   */
  async update(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { cloneOf, ...given }: AssetChange,
    check?: StateCheck<AssetState>,
  ): Promise<AssetDetailView> {
    if (cloneOf === undefined)
      return this.change(actor, access, given, 'update-content', NO_AFTER_SAVE, check);
    const assetType = given.assetType ?? (await this.typeOf(access));
    const target = { assetType, ownerId: access.ownerId };
    const { input, afterSave } = await this.clones.prepare(actor, cloneOf, target, given);
    return this.change(actor, access, input, 'replace-form', afterSave);
  }

  /** Replaces the form. An empty asset becomes a survey, named after the file if the form has no title. */
  overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    { form, name }: ImportedForm,
    afterSave: AfterSave = NO_AFTER_SAVE,
  ): Promise<AssetDetailView> {
    return this.change(actor, access, { form, nameIfEmpty: name }, 'replace-form', afterSave);
  }

  async typeOf({ assetId }: AssetAccess<'view_asset' | 'change_asset'>): Promise<AssetType> {
    return (await this.assets.findForDeployment(assetId)).assetType;
  }

  /** @throws ConflictError when concurrent saves by other processes exhaust the attempts */
  private async change(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    input: Change,
    contentAction: ContentAction,
    afterSave: AfterSave,
    check?: StateCheck<AssetState>,
  ): Promise<AssetDetailView> {
    await this.saveMutex.runExclusive(access.assetId, async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        if (await this.tryChange(actor, access, input, contentAction, { afterSave, check })) return;
      }
      throw new ConflictError('Other requests keep saving this asset. Retry when they have finished.');
    });
    return this.views.show(actor, access);
  }

  /**
   * Saves with optimistic locking. Prepares the form before locking the asset, since that is slow and uses connections.
   * @returns false when another process saved the asset in the meantime
   */
  private async tryChange(
    actor: UserActor,
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    given: Change,
    contentAction: ContentAction,
    { afterSave, check }: { afterSave: AfterSave; check: StateCheck<AssetState> | undefined },
  ): Promise<boolean> {
    const current = orNotFound(await this.assets.find(access.assetId));
    const input = filling(current, given);
    const move = await this.parents.resolve(actor, input.parent, access.assetId);
    const change = await this.forms.prepare(current, input);
    return this.unitOfWork.run(async (transaction) => {
      await this.parents.lockTree(transaction, move);
      const stored = orNotFound(await this.assets.lock(transaction, access.assetId));
      if (stored.dateModified.getTime() !== current.dateModified.getTime()) return false;
      check?.(stored);
      await this.assertBase(transaction, stored.id, given.baseVersionUid);
      await this.changeType(transaction, stored, input);
      const name = await this.save(transaction, actor, stored, input, { ...change, move }, contentAction);
      await this.sharing.update(transaction, actor, stored, input.dataSharing);
      await this.parents.move(transaction, stored.id, move);
      const summary = { ...(change.form?.summary ?? stored.summary) };
      const { id, uid, name: formerName } = stored;
      await afterSave(transaction, { id, uid, name, formerName, summary });
      return true;
    });
  }

  /** @throws StaleStateError if a newer version than the one that the change was made from was saved */
  private async assertBase(
    transaction: Transaction,
    assetId: number,
    uid: string | undefined,
  ): Promise<void> {
    if (uid === undefined || (await this.versions.newestIn(transaction, assetId))?.uid === uid) return;
    throw new StaleStateError(NEWER_VERSION);
  }

  /** Changes the type and drops assignments that it does not allow. @throws InvalidError */
  private async changeType(
    transaction: Transaction,
    { id, ownerId, assetType: from }: AssetEntity,
    { assetType: to = from, form }: FormInput,
  ): Promise<void> {
    if (from === to) return;
    const deployed = await this.assets.isDeployed(transaction, id);
    assertMayChangeType(from, to, { deployed, imported: form !== undefined });
    await this.permissions.adaptToType(transaction, { id, ownerId, assetType: to });
  }

  private async save(
    transaction: Transaction,
    actor: UserActor,
    { id, ...stored }: AssetEntity,
    input: AssetInput,
    { form, reportStyles, formerStyles, move }: FormChange & { readonly move: AssetMove | undefined },
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
      ...plainFields(input),
    };
    assertSettingsSize(changes.settings ?? {}, stored.settings);
    assertFewReports(changes, stored);
    await this.assets.update(transaction, id, changes, {
      ...(form !== undefined && { content: form.content }),
      ...(reportStyles !== undefined && { reportStyles }),
    });
    const { contentHash } = (await this.versions.newestIn(transaction, id)) ?? {};
    await this.versions.createIfChanged(transaction, { id, assetType, name }, form?.contentHash, now);
    const before = { ...stored, contentHash, parent: move?.from ?? null, reportStyles: formerStyles };
    const after = {
      ...before,
      ...changes,
      contentHash: form?.contentHash ?? contentHash,
      parent: move?.to ?? null,
      reportStyles: input.reportStyles,
    };
    await this.audit.recordAssetEvents(transaction, actor, id, assetEvents(before, after, contentAction));
    return name;
  }
}

/** Makes a survey of an empty asset that gets a form. */
function filling(
  { assetType, name }: AssetEntity,
  { nameIfEmpty, ...change }: Change,
): AssetInput & FormInput {
  if (assetType !== 'empty' || change.form === undefined) return change;
  return { ...change, assetType: 'survey', name: name === '' ? (nameIfEmpty ?? '') : name };
}
