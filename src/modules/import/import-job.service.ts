import { buffer } from 'node:stream/consumers';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { DeniedError, DomainError, InvalidError } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Downloader } from '../../downloads/downloader.port';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { Storage } from '../../storage/storage.port';
import { FormReader } from '../../threads/form-reader.port';
import { type Alongside, AssetService } from '../asset/asset.service';
import { PermissionService } from '../permission/permission.service';
import { failureMessages, importedAsset, INTERRUPTED, UnreadFormError } from './import-outcome';
import { ImportRepository, type OpenTask } from './import.repository';

/** A worker says so often that it is at work. */
const BEAT_MS = 5_000;
/** One that has said nothing for this long is dead. */
const SILENT_MS = 30_000;
/** A task that nobody took for this long is queued again: whoever took its job may have died before it took the task. */
const UNTAKEN_MS = 30_000;
const SWEEP_MS = 15_000;

/** A form is small; what is larger is no form. */
const DOWNLOAD = { maxBytes: 20 * 1024 * 1024, withinMs: 30_000 };

/** The file of an import, and what names it. */
interface FormBytes {
  readonly bytes: Buffer;
  readonly fileName: string;
}

/**
 * Uploaded forms become assets, in the background. A task ends in `complete` or `error`, whoever dies: it is complete in
 * the same transaction that makes its asset, so that there is never an asset without a complete task or the other way.
 */
@Injectable()
export class ImportJobService implements OnModuleInit {
  private readonly logger = new Logger('import');

  constructor(
    private readonly imports: ImportRepository,
    private readonly assets: AssetService,
    private readonly permissions: PermissionService,
    private readonly reader: FormReader,
    private readonly downloader: Downloader,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
    private readonly storage: Storage,
  ) {}

  onModuleInit(): void {
    this.registry.register({ name: 'import', handle: (uid) => this.run(uid) });
    this.registry.registerChore({
      name: 'end abandoned imports',
      everyMs: SWEEP_MS,
      run: () => this.endAbandoned(),
    });
  }

  private async run(uid: string): Promise<void> {
    const task = await this.imports.begin(uid, this.clock.now());
    if (task === undefined) return;
    const beat = (): void => {
      this.imports.beat(uid, this.clock.now()).catch((error: unknown) => this.logger.warn(error));
    };
    const beating = setInterval(beat, BEAT_MS);
    try {
      await this.carryOut(task);
    } catch (error) {
      if (!(error instanceof DomainError)) this.logger.error(error, `import ${uid}`);
      await this.imports.fail(uid, failureMessages(error), this.clock.now());
    } finally {
      clearInterval(beating);
    }
  }

  /** @throws DomainError for what the caller can mend */
  private async carryOut(task: OpenTask): Promise<void> {
    const actor = actorOf(task);
    const { request } = task;
    if (request.destination === undefined) return this.create(actor, task);
    const access = await this.permissions.prove(actor, request.destination, 'change_asset');
    if (access === undefined) throw new DeniedError('user cannot update asset');
    return this.overwrite(actor, access, task);
  }

  private async create(actor: UserActor, task: OpenTask): Promise<void> {
    const file = await this.fileOf(task);
    const { assetType, content, title } = await this.read(file, task.request);
    const name = task.request.name ?? stemOf(file.fileName);
    await this.assets.createFrom(
      actor,
      assetType,
      { name, content, title },
      this.completing(task, actor, 'created'),
    );
  }

  private async overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    task: OpenTask,
  ): Promise<void> {
    const destinationType = await this.assets.typeOf(access);
    if (destinationType === 'collection') {
      throw new InvalidError('cannot import into a collection at this time');
    }
    const file = await this.fileOf(task);
    // What the asset is decides what it can have, whatever the import would have made.
    const request = { ...task.request, desiredType: destinationType };
    const { content, title } = await this.read(file, request);
    const { name } = task.request;
    await this.assets.overwrite(
      actor,
      access,
      { content, title, ...(name !== undefined && { name }) },
      this.completing(task, actor, 'updated'),
    );
  }

  /** Ends the task in the transaction that saves the asset. */
  private completing({ uid }: OpenTask, actor: UserActor, kind: 'created' | 'updated'): Alongside {
    return async (transaction, saved) => {
      const asset = importedAsset(saved, actor);
      const messages = kind === 'created' ? { created: [asset] } : { updated: [asset] };
      await this.imports.complete(transaction, uid, messages, this.clock.now());
    };
  }

  /** What was sent, else what the URL brings (contract-assets 6). */
  private async fileOf(task: OpenTask): Promise<FormBytes> {
    const { request, sourceLength, sourceSha256 } = task;
    if (sourceSha256 !== null) {
      return { bytes: await buffer(await this.storage.read(sourceSha256)), fileName: request.fileName ?? '' };
    }
    if (sourceLength !== null) {
      return { bytes: await this.imports.readSource(task), fileName: request.fileName ?? '' };
    }
    if (request.url !== undefined) return this.downloader.download(request.url, DOWNLOAD);
    throw new InvalidError('ImportTask data must contain a file, as `file`, `base64Encoded` or `url`.');
  }

  private async read(file: FormBytes, { library, desiredType, destination }: ImportRequest) {
    const stem = stemOf(file.fileName);
    const reading = await this.reader.read({
      bytes: file.bytes,
      library,
      overwrites: destination !== undefined,
      ...(desiredType !== undefined && { desiredType }),
      ...(stem !== '' && { stem }),
    });
    if (reading.kind !== 'form') throw new UnreadFormError(reading);
    return reading;
  }

  private async endAbandoned(): Promise<void> {
    const now = this.clock.now();
    const since = (ms: number): Date => new Date(now.getTime() - ms);
    const ended = await this.imports.endAbandoned(since(SILENT_MS), INTERRUPTED, now);
    if (ended > 0) this.logger.warn(`Ended ${ended} imports whose worker had died.`);
    await this.unitOfWork.run(async (transaction) => {
      for (const subject of await this.imports.askAgain(transaction, since(UNTAKEN_MS), now)) {
        await this.queue.enqueue(transaction, { name: 'import', subject });
      }
    });
  }
}

/** Whoever asked for the import, as of now. @throws DeniedError for one who may do nothing any more */
function actorOf({ userId, username, isSuperuser, isActive }: OpenTask): UserActor {
  if (!isActive) throw new DeniedError('User inactive or deleted.');
  return {
    kind: 'user',
    id: userId,
    username,
    isSuperuser,
    credential: 'session',
    scopes: ['read', 'write'],
  };
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}
