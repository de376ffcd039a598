import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import type { AssetEvent } from '../../../domain/audit/audit-action';
import { InvalidError, NotFoundError, orNotFound, DeniedError } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { coversFilter } from '../../../domain/permission/permission-set';
import { invalidFieldsMessage, isSharing, readPairedFilename } from '../../../domain/sharing/data-sharing';
import { canonicalJson } from '../../../domain/text/json-members';
import { DataSharingService, type SharingAsset } from '../../asset/data-sharing.service';
import { AuditService } from '../../audit/audit.service';
import { PermissionService } from '../../permission/permission.service';
import { type PairedDataRow, PairedDataRepository } from './paired-data.repository';
import { AccountService } from '../../account/account.service';
import type { ReadAccess } from '../read/submission.service';

@Injectable()
export class SourceAccessService {
  constructor(
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
  ) {}

  /**
   * Undefined if the owner may not view submissions of the source, or is deactivated.
   * @param includeInactive for copies, which are complete before their owner is activated
   */
  async authorizeOwner(
    ownerId: number,
    sourceUid: string,
    { includeInactive = false } = {},
  ): Promise<ReadAccess | undefined> {
    try {
      const owner = includeInactive
        ? await this.accounts.actorForOperator(ownerId)
        : await this.accounts.actorForJob(ownerId);
      return await this.permissions.authorize(owner, sourceUid, 'view_submissions');
    } catch (error) {
      if (error instanceof DeniedError) return undefined;
      throw error;
    }
  }
}

/** The source is null also if the caller may not view it (decision 88). */
export type PairedData = Readonly<Pick<PairedDataRow, 'uid' | 'fields' | 'filename' | 'source'>>;

export interface PairedDataInput {
  readonly source: string;
  readonly fields: string[];
  readonly filename: string;
}

/** Undefined leaves a value unchanged. */
export interface PairedDataUpdate {
  readonly fields: string[] | undefined;
  readonly filename: string | undefined;
  readonly namesSource: boolean;
}

const HIDDEN_SOURCE = 'You may not view all submissions of the source that this form reads.';

@Injectable()
export class PairedDataService {
  constructor(
    private readonly pairedData: PairedDataRepository,
    private readonly sharing: DataSharingService,
    private readonly sources: SourceAccessService,
    private readonly permissions: PermissionService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(
    actor: Actor,
    { assetId }: AssetAccess<'view_asset'>,
    window: PageWindow,
  ): Promise<Page<PairedData>> {
    const { count, items } = await this.pairedData.list(assetId, window);
    const shown: PairedData[] = [];
    for (const pairedData of items) shown.push(await this.shownTo(actor, pairedData));
    return { count, items: shown };
  }

  /** All with their sources, oldest first, for copies by the operator. */
  listAll({ assetId }: AssetAccess<'view_asset'>): Promise<readonly PairedData[]> {
    return this.pairedData.listAll(assetId);
  }

  async show(actor: Actor, access: AssetAccess<'view_asset'>, uid: string): Promise<PairedData> {
    return this.shownTo(actor, await this.find(access, uid));
  }

  /**
   * Requires that the caller and the owner of the asset may view submissions of the source (decision 88).
   * @param options `includeInactive`: also if the owner is deactivated
   * @throws InvalidError with errors by field
   */
  async create(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: PairedDataInput,
    options: { readonly includeInactive?: boolean } = {},
  ): Promise<PairedData> {
    const source = await this.findSource(actor, access, input.source, options);
    await this.assertFields(source, input.fields);
    const filename = await this.validateFilename(access, input.filename);
    const now = this.clock.now();
    const pairedData = {
      uid: generateUid(UID_PREFIX.pairedData, randomBytes),
      assetId: access.assetId,
      sourceId: source.id,
      fields: input.fields,
      filename,
      dateCreated: now,
      dateModified: now,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.pairedData.insert(transaction, pairedData, source.name);
      const event = pairedDataEvent('connect-project', { ...pairedData, source });
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [event]);
    });
    return { ...pairedData, source };
  }

  /** @throws InvalidError with errors by field, also for a change of the source */
  async update(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    uid: string,
    { fields, filename, namesSource }: PairedDataUpdate,
  ): Promise<PairedData> {
    const pairedData = await this.find(access, uid);
    if (namesSource) throw InvalidError.at('source', 'Source cannot be changed');
    if (fields !== undefined && canonicalJson(fields) !== canonicalJson(pairedData.fields)) {
      const source = await this.requireSource(pairedData);
      if (!(await this.mayRead(actor, access, source.uid))) throw InvalidError.at('fields', HIDDEN_SOURCE);
      await this.assertFields(source, fields);
    }
    const change = {
      ...(fields !== undefined && { fields }),
      ...(filename !== undefined && { filename: await this.validateFilename(access, filename) }),
      dateModified: this.clock.now(),
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.pairedData.update(transaction, pairedData.id, change);
      const event = pairedDataEvent('modify-imported-fields', { ...pairedData, ...change });
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [event]);
    });
    return this.shownTo(actor, { ...pairedData, ...change });
  }

  async remove(actor: UserActor, access: AssetAccess<'change_asset'>, uid: string): Promise<void> {
    const pairedData = await this.find(access, uid);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.pairedData.remove(transaction, pairedData.id))) throw new NotFoundError();
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [
        pairedDataEvent('disconnect-project', pairedData),
      ]);
    });
  }

  private async find({ assetId }: { assetId: number }, uid: string): Promise<PairedDataRow> {
    return orNotFound(await this.pairedData.find(assetId, uid));
  }

  private async shownTo<Shown extends PairedData>(actor: Actor, pairedData: Shown): Promise<Shown> {
    const { source } = pairedData;
    if (source === null) return pairedData;
    const access = await this.permissions.authorize(actor, source.uid, 'view_asset');
    return access === undefined ? { ...pairedData, source: null } : pairedData;
  }

  /** True if the caller sees whatever the content has: the submissions that the owner of the asset may view. */
  private async mayRead(
    actor: UserActor,
    { ownerId }: AssetAccess<'change_asset'>,
    sourceUid: string,
    options: { readonly includeInactive?: boolean } = {},
  ): Promise<boolean> {
    const caller = await this.permissions.authorize(actor, sourceUid, 'view_submissions');
    const owner = await this.sources.authorizeOwner(ownerId, sourceUid, options);
    return caller !== undefined && owner !== undefined && coversFilter(caller.filter, owner.filter);
  }

  /** Reports a hidden source as missing. */
  private async findSource(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    uid: string,
    options: { readonly includeInactive?: boolean },
  ): Promise<SharingAsset> {
    const invalid = (message: string): InvalidError => InvalidError.at('source', message);
    const source = await this.sharing.find(uid);
    const viewAccess = await this.permissions.authorize(actor, uid, 'view_asset');
    if (source === undefined || viewAccess === undefined) {
      throw invalid('Invalid hyperlink - Object does not exist.');
    }
    if (!isSharing(source.dataSharing)) throw invalid(`Data sharing for \`${uid}\` is not enabled`);
    if (!(await this.mayRead(actor, access, uid, options))) {
      throw invalid(`Pairing data with \`${uid}\` is not allowed`);
    }
    return source;
  }

  private async requireSource({ source }: PairedDataRow): Promise<SharingAsset> {
    const found = source === null ? undefined : await this.sharing.find(source.uid);
    if (found !== undefined) return found;
    throw InvalidError.at('source', 'The source was deleted. Delete this paired data.');
  }

  private async assertFields(source: SharingAsset, fields: readonly string[]): Promise<void> {
    if (fields.length === 0) return;
    const choices = await this.sharing.shareableFields(source);
    if (fields.every((field) => choices.includes(field))) return;
    throw InvalidError.at('fields', invalidFieldsMessage(choices));
  }

  /** @throws InvalidError for a malformed name, or one in use */
  private async validateFilename({ assetId }: AssetAccess<'change_asset'>, sent: string): Promise<string> {
    const filename = readPairedFilename(sent);
    if (!(await this.pairedData.hasMediaFile(assetId, filename))) return filename;
    throw InvalidError.at('filename', `\`${filename}\` is already used`);
  }
}

function pairedDataEvent(
  action: 'connect-project' | 'modify-imported-fields' | 'disconnect-project',
  { source, fields, filename }: Pick<PairedDataRow, 'fields' | 'filename' | 'source'>,
): AssetEvent {
  const paired = { source_uid: source?.uid ?? null, source_name: source?.name ?? null, fields, filename };
  return { action, metadata: { 'paired-data': paired } };
}
