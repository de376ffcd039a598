import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ImportTaskEntity } from '../../database/entities/import-task.entity';
import { UnitOfWork } from '../../database/unit-of-work';
import type { Actor, UserActor } from '../../domain/account/actor';
import { describeProblem } from '../../domain/asset/form-problem';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { DomainError, NotFoundError } from '../../domain/errors';
import type { ImportedAsset, ImportMessages, ImportRequest } from '../../domain/import/import-request';
import { JobQueue, JobRegistry } from '../../jobs/job-queue.port';
import { FormReader, type FormReading } from '../../threads/form-reader.port';
import type { AssetDetailView } from '../asset/asset-view.service';
import { AssetService } from '../asset/asset.service';
import { PermissionService } from '../permission/permission.service';
import { ImportRepository, type OpenTask } from './import.repository';

export interface ImportInput {
  readonly request: ImportRequest;
  /** The workbook; null when the caller sent none. */
  readonly source: Buffer | null;
}

export interface ImportPage {
  readonly count: number;
  readonly tasks: readonly ImportTaskEntity[];
}

/** A worker that has said nothing for this long is dead: reading a form takes seconds. */
const ABANDONED_MS = 120_000;
const SWEEP_MS = 30_000;

const INTERRUPTED: ImportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the import; send the file again.',
};

/** Uploaded forms become assets, in the background. */
@Injectable()
export class ImportService implements OnModuleInit {
  private readonly logger = new Logger('import');

  constructor(
    private readonly imports: ImportRepository,
    private readonly assets: AssetService,
    private readonly permissions: PermissionService,
    private readonly reader: FormReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly queue: JobQueue,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.register({ name: 'import', handle: (uid) => this.run(uid) });
    this.registry.registerChore({
      name: 'end abandoned imports',
      everyMs: SWEEP_MS,
      run: () => this.endAbandoned(),
    });
  }

  /** Accepts the upload; what is wrong with it shows in the task. */
  async start(actor: UserActor, { request, source }: ImportInput): Promise<string> {
    const uid = makeUid(UID_PREFIX.importTask, randomBytes);
    await this.unitOfWork.run(async (transaction) => {
      const now = this.clock.now();
      await this.imports.insert(transaction, { uid, userId: actor.id, request, source, now });
      await this.queue.enqueue(transaction, { name: 'import', subject: uid });
    });
    return uid;
  }

  /** The caller's own tasks, oldest first; none for an anonymous caller (decision 14). */
  async list(actor: Actor, { limit, start }: { limit: number; start: number }): Promise<ImportPage> {
    if (actor.kind === 'anonymous') return { count: 0, tasks: [] };
    const [tasks, count] = await this.imports.list(actor.id, limit, start);
    return { count, tasks };
  }

  async show(actor: Actor, uid: string): Promise<ImportTaskEntity> {
    const task = actor.kind === 'anonymous' ? null : await this.imports.find(actor.id, uid);
    if (task === null) throw new NotFoundError();
    return task;
  }

  /** The job: ends in `complete` or `error`, whatever happens. */
  private async run(uid: string): Promise<void> {
    const task = await this.imports.begin(uid, this.clock.now());
    if (task === undefined) return;
    try {
      const messages = await this.carryOut(task);
      const status = 'error' in messages ? 'error' : 'complete';
      await this.imports.end(uid, status, messages, this.clock.now());
    } catch (error) {
      if (!(error instanceof DomainError)) this.logger.error(error, `import ${uid}`);
      await this.imports.end(uid, 'error', failureMessages(error), this.clock.now());
    }
  }

  private async carryOut({ request, source, ...owner }: OpenTask): Promise<ImportMessages> {
    if (source === null) {
      return {
        error_type: 'ValueError',
        error: 'ImportTask data must contain a file, as `file` or `base64Encoded`.',
      };
    }
    const reading = await this.reader.read({
      bytes: source,
      library: request.library,
      ...(request.desiredType !== undefined && { desiredType: request.desiredType }),
      ...(request.fileName !== undefined && { stem: stemOf(request.fileName) }),
    });
    if (reading.kind !== 'form') return refusalMessages(reading);
    const actor: UserActor = {
      kind: 'user',
      id: owner.userId,
      username: owner.username,
      isSuperuser: owner.isSuperuser,
      credential: 'session',
      scopes: ['read', 'write'],
    };
    return request.destination === undefined
      ? { created: [await this.create(actor, request, reading)] }
      : { updated: [await this.overwrite(actor, request.destination, request, reading)] };
  }

  private async create(
    actor: UserActor,
    request: ImportRequest,
    { assetType, content, title }: Extract<FormReading, { kind: 'form' }>,
  ): Promise<ImportedAsset> {
    const name = request.name ?? (request.fileName === undefined ? '' : stemOf(request.fileName));
    return imported(await this.assets.createFrom(actor, assetType, { name }, content, title), actor);
  }

  private async overwrite(
    actor: UserActor,
    destination: string,
    request: ImportRequest,
    { content, title }: Extract<FormReading, { kind: 'form' }>,
  ): Promise<ImportedAsset> {
    const access = await this.permissions.prove(actor, destination, 'change_asset');
    if (access === undefined) throw new NotFoundError('user cannot update asset');
    const asset = await this.assets.overwrite(actor, access, {
      content,
      title,
      ...(request.name !== undefined && { name: request.name }),
    });
    return imported(asset, actor);
  }

  private async endAbandoned(): Promise<void> {
    const now = this.clock.now();
    const ended = await this.imports.endAbandoned(new Date(now.getTime() - ABANDONED_MS), INTERRUPTED, now);
    if (ended > 0) this.logger.warn(`Ended ${ended} imports whose worker had died.`);
  }
}

function imported({ uid, summary }: AssetDetailView, { username }: UserActor): ImportedAsset {
  return { uid, kind: 'asset', summary, owner__username: username };
}

function refusalMessages(reading: Exclude<FormReading, { kind: 'form' }>): ImportMessages {
  return reading.kind === 'refused'
    ? { error_type: 'FormProblems', error: reading.problems.map(describeProblem).join('\n') }
    : { error_type: 'XlsFormatException', error: reading.message };
}

function failureMessages(error: unknown): ImportMessages {
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'Something went wrong on the server; try again later.' };
}

function stemOf(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '');
}
