import { buffer } from 'node:stream/consumers';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportTaskEntity } from '../../database/entities/import-task.entity';
import type { UserActor } from '../../domain/account/actor';
import { DeniedError, InvalidError } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Downloader } from '../../outbound-http/downloader.port';
import { FormEngine } from '../../workers/form-engine/form-engine.port';
import { Tasks, type TaskWork } from '../../jobs/task/task.port';
import { Storage } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { AssetService } from '../asset/asset.service';
import { type Alongside, NewAssetService } from '../asset/new-asset.service';
import { VersionService } from '../asset/version.service';
import { PermissionService } from '../permission/permission.service';
import {
  createdMessages,
  failureMessages,
  INTERRUPTED,
  libraryMessages,
  UnreadFormError,
  updatedMessages,
} from './import-outcome';
import { ImportSourceQuery } from './import-source.query';
import { UserTurns } from './user-turns';

/** More of one user's wait for nobody: they are told to come again. */
const MOST_WAITING = 20;

/** A form is small; what is larger is no form. */
const DOWNLOAD = { maxBytes: 20 * 1024 * 1024, withinMs: 30_000 };

type Work = TaskWork<ImportTaskEntity>;

/**
 * Uploaded forms become assets, in the background. An import is complete in the same transaction that makes its asset, so
 * that there is never an asset without a complete import or the other way.
 */
@Injectable()
export class ImportJobService implements OnModuleInit {
  private readonly turns = new UserTurns(MOST_WAITING);

  constructor(
    private readonly sources: ImportSourceQuery,
    private readonly accounts: AccountService,
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly versions: VersionService,
    private readonly permissions: PermissionService,
    private readonly engine: FormEngine,
    private readonly downloader: Downloader,
    private readonly storage: Storage,
    private readonly tasks: Tasks<ImportTaskEntity>,
  ) {}

  onModuleInit(): void {
    this.tasks.register({
      name: 'import',
      handle: (task, work) => this.carryOut(task, work),
      explain: failureMessages,
      interrupted: INTERRUPTED,
    });
  }

  /** @throws DomainError for what the caller can mend */
  private async carryOut(task: ImportTaskEntity, work: Work): Promise<void> {
    const { destination, from } = task.request;
    const actor = { ...(await this.accounts.actorForJob(task.userId)), ...(from && { from }) };
    if (destination === undefined) return this.create(actor, task, work);
    const access = await this.permissions.prove(actor, destination, 'change_asset');
    if (access === undefined) throw new DeniedError('user cannot update asset');
    return this.overwrite(actor, access, task, work);
  }

  private async create(actor: UserActor, task: ImportTaskEntity, work: Work): Promise<void> {
    const { name = '' } = task.request;
    const reading = await this.read(await this.fileOf(task, work), task.request);
    if (reading.kind === 'library') {
      return this.newAssets.createLibrary(actor, { name, items: reading.items }, (transaction, saved) =>
        work.complete(transaction, libraryMessages(saved, actor)),
      );
    }
    const { assetType, form, warnings } = reading;
    const alongside: Alongside = (transaction, saved) =>
      work.complete(transaction, createdMessages(saved, actor, warnings));
    await this.newAssets.createFrom(actor, assetType, { name, form }, alongside);
  }

  private async overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    task: ImportTaskEntity,
    work: Work,
  ): Promise<void> {
    const destinationType = await this.assets.typeOf(access);
    if (destinationType === 'collection') {
      throw new InvalidError('cannot import into a collection at this time');
    }
    const file = await this.fileOf(task, work);
    const owner = await this.accounts.usernameOf(access.ownerId);
    // What the asset is decides what it can have, whatever the import would have made.
    const request = { ...task.request, desiredType: destinationType };
    const reading = await this.read(file, request);
    if (reading.kind === 'library') throw new InvalidError('libraries cannot be imported into assets');
    const { form, warnings } = reading;
    const alongside: Alongside = async (transaction, saved) => {
      const version = await this.versions.newestIn(transaction, saved.id);
      const trace = { owner, versionUid: version!.uid };
      await work.complete(transaction, updatedMessages(saved, actor, trace, warnings));
    };
    await this.assets.overwrite(actor, access, form, alongside);
  }

  /** What was sent, else what the URL brings (contract-assets 6). */
  private async fileOf(
    { uid, userId, request, sourceSha256 }: ImportTaskEntity,
    work: Work,
  ): Promise<Buffer> {
    const bytes =
      sourceSha256 === null
        ? await this.sources.read(uid)
        : await buffer(await this.storage.read(sourceSha256));
    if (bytes !== undefined) return bytes;
    if (request.url !== undefined) return this.download(userId, request.url, work);
    throw new InvalidError('ImportTask data must contain a file, as `file`, `base64Encoded` or `url`.');
  }

  /** However slow the other side is, it holds up nobody but who named it. */
  private download(userId: number, url: string, work: Work): Promise<Buffer> {
    work.leavePlace();
    const { signal } = work;
    return this.turns.take(userId, () => this.downloader.download(url, { ...DOWNLOAD, signal }));
  }

  private async read(bytes: Buffer, { library, desiredType, destination, name = '' }: ImportRequest) {
    // A new form that names no id of its own is called by the name that was sent.
    const stem = destination === undefined ? name : '';
    const reading = await this.engine.read({
      bytes,
      library,
      overwrites: destination !== undefined,
      ...(desiredType !== undefined && { desiredType }),
      ...(stem !== '' && { stem }),
    });
    if (reading.kind === 'form' || reading.kind === 'library') return reading;
    throw new UnreadFormError(reading);
  }
}
