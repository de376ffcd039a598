import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetEvent } from '../../domain/audit/audit-action';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { invalidFields, isSharing } from '../../domain/sharing/data-sharing';
import { readPairedFilename } from '../../domain/sharing/paired-filename';
import { DataSharingService, type SharingAsset } from '../asset/data-sharing.service';
import { AuditService } from '../audit/audit.service';
import { PermissionService } from '../permission/permission.service';
import { type PairingRow, PairingRepository } from './pairing.repository';
import { SourceAccessService } from './source-access.service';

/** The answers of another asset, as clients see them. */
export type Pairing = Readonly<Pick<PairingRow, 'uid' | 'fields' | 'filename' | 'source'>>;

export interface PairingInput {
  /** Uid of the asset whose answers are wanted. */
  readonly source: string;
  readonly fields: string[];
  readonly filename: string;
}

/** What is absent stays as it is. */
export interface PairingChangeInput {
  readonly fields: string[] | undefined;
  readonly filename: string | undefined;
  /** Whether another source was named. */
  readonly namesSource: boolean;
}

/** Which answers of other assets a form reads. */
@Injectable()
export class PairingService {
  constructor(
    private readonly pairings: PairingRepository,
    private readonly sharing: DataSharingService,
    private readonly sources: SourceAccessService,
    private readonly permissions: PermissionService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  list({ assetId }: AssetAccess<'view_asset'>, window: PageWindow): Promise<Page<Pairing>> {
    return this.pairings.list(assetId, window);
  }

  show(access: AssetAccess<'view_asset'>, uid: string): Promise<Pairing> {
    return this.find(access, uid);
  }

  /**
   * Pairs an asset with what another one shares. The owner of the asset must be able to read the source's submissions,
   * whoever asks (contract-data 8.2).
   * @throws InvalidError for what does not hold, field by field
   */
  async add(actor: UserActor, access: AssetAccess<'change_asset'>, input: PairingInput): Promise<Pairing> {
    const source = await this.sourceOf(actor, access, input.source);
    await this.assertFields(source, input.fields);
    const filename = await this.filenameOf(access, input.filename);
    const now = this.clock.now();
    const pairing = {
      uid: makeUid(UID_PREFIX.pairedData, randomBytes),
      assetId: access.assetId,
      sourceId: source.id,
      fields: input.fields,
      filename,
      dateCreated: now,
      dateModified: now,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.pairings.insert(transaction, pairing, source.name);
      const event = eventOf('connect-project', { ...pairing, source });
      await this.audit.tell(transaction, actor, access.assetId, [event]);
    });
    return { ...pairing, source };
  }

  /** @throws InvalidError for what does not hold, and for another source */
  async change(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    uid: string,
    { fields, filename, namesSource }: PairingChangeInput,
  ): Promise<Pairing> {
    const pairing = await this.find(access, uid);
    if (namesSource) throw new InvalidError({ source: ['Source cannot be changed'] });
    if (fields !== undefined) await this.assertFields(await this.presentSource(pairing), fields);
    const change = {
      ...(fields !== undefined && { fields }),
      ...(filename !== undefined && { filename: await this.filenameOf(access, filename) }),
      dateModified: this.clock.now(),
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.pairings.update(transaction, pairing.id, change);
      const event = eventOf('modify-imported-fields', { ...pairing, ...change });
      await this.audit.tell(transaction, actor, access.assetId, [event]);
    });
    return { ...pairing, ...change };
  }

  async remove(actor: UserActor, access: AssetAccess<'change_asset'>, uid: string): Promise<void> {
    const pairing = await this.find(access, uid);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.pairings.remove(transaction, pairing.id))) throw new NotFoundError();
      await this.audit.tell(transaction, actor, access.assetId, [eventOf('disconnect-project', pairing)]);
    });
  }

  private async find({ assetId }: { assetId: number }, uid: string): Promise<PairingRow> {
    const pairing = await this.pairings.find(assetId, uid);
    if (pairing === undefined) throw new NotFoundError();
    return pairing;
  }

  /** One that the caller can't see is told from none only once it shares. */
  private async sourceOf(
    actor: UserActor,
    { ownerId }: AssetAccess<'change_asset'>,
    uid: string,
  ): Promise<SharingAsset> {
    const refuse = (sentence: string): InvalidError => new InvalidError({ source: [sentence] });
    const source = await this.sharing.find(uid);
    const seen = await this.permissions.prove(actor, uid, 'view_asset');
    if (source === undefined || (seen === undefined && !isSharing(source.dataSharing))) {
      throw refuse('Invalid hyperlink - Object does not exist.');
    }
    if (!isSharing(source.dataSharing)) throw refuse(`Data sharing for \`${uid}\` is not enabled`);
    if ((await this.sources.prove(ownerId, uid)) === undefined) {
      throw refuse(`Pairing data with \`${uid}\` is not allowed`);
    }
    return source;
  }

  private async presentSource({ source }: PairingRow): Promise<SharingAsset> {
    const found = source === null ? undefined : await this.sharing.find(source.uid);
    if (found !== undefined) return found;
    throw new InvalidError({ source: ['The source is not there any more; remove the pairing.'] });
  }

  private async assertFields(source: SharingAsset, fields: readonly string[]): Promise<void> {
    if (fields.length === 0) return;
    const choices = await this.sharing.choices(source);
    if (fields.every((field) => choices.includes(field))) return;
    throw new InvalidError({ fields: [invalidFields(choices)] });
  }

  /** @throws InvalidError for a name that no file may have, or that one has */
  private async filenameOf({ assetId }: AssetAccess<'change_asset'>, sent: string): Promise<string> {
    const filename = readPairedFilename(sent);
    if (!(await this.pairings.hasFile(assetId, filename))) return filename;
    throw new InvalidError({ filename: [`\`${filename}\` is already used`] });
  }
}

function eventOf(
  action: 'connect-project' | 'modify-imported-fields' | 'disconnect-project',
  { source, fields, filename }: Pick<PairingRow, 'fields' | 'filename' | 'source'>,
): AssetEvent {
  const paired = { source_uid: source?.uid ?? null, source_name: source?.name ?? null, fields, filename };
  return { action, metadata: { 'paired-data': paired } };
}
