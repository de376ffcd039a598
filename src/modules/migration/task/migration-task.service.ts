import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SecretBox } from '../../../config/secret-key';
import type { MigrationTaskEntity } from '../../../database/entities/task.entity';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { ConflictError, InvalidError, NotFoundError, orNotFound, DomainError } from '../../../domain/errors';
import {
  MAX_MIGRATION_ASSETS,
  migrationSpeed,
  type MigrationSpeed,
  type SourceCredentials,
  type MigrationMessages,
  type SourceSecret,
} from '../../../domain/migration/migration-task';
import type { Page, PageWindow } from '../../../domain/page';
import { Tasks, type TaskExecution } from '../../../jobs/task/tasks';
import { MigrationTaskRepository } from '../migration.repository';
import { checkCredentials, SourceReaderService } from './source-reader.service';
import { Semaphore } from '../../../concurrency/limits';
import { Clock } from '../../../config/clock';
import { AccountService } from '../../account/account.service';
import type { MigrationObserver, MigrationOptions, MigrationPhase } from '../migration-options';
import { SourcePartError, SourceUnavailableError } from '../migration-source.port';
import { MigrationService } from '../migration.service';

export interface MigrationInput extends SourceCredentials {
  readonly assetUids: readonly string[];
}

/** Task as its user sees it, without the token. */
export interface MigrationTask extends Readonly<Omit<MigrationTaskEntity, 'token'>> {
  readonly speed: MigrationSpeed | undefined;
}

/** Moves that users start themselves, into their own account (decision 150). */
@Injectable()
export class MigrationTaskService {
  constructor(
    private readonly tasks: MigrationTaskRepository,
    private readonly sources: SourceReaderService,
    private readonly runner: Tasks<MigrationTaskEntity>,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Newest first. */
  async list({ id }: UserActor, { limit, start }: PageWindow): Promise<Page<MigrationTask>> {
    const [items, count] = await this.tasks.list(id, limit, start);
    return { count, items: items.map(toTask) };
  }

  /** @throws NotFoundError also for the task of another user */
  async show({ id }: UserActor, uid: string): Promise<MigrationTask> {
    const task = orNotFound(await this.tasks.find(id, uid));
    return toTask(task);
  }

  /**
   * Starts a move, after a look at the source. A project of ODK Central brings its forms.
   * @throws InvalidError by field for an address, credentials or an asset that does not work
   * @throws ConflictError while another move of the user is open
   */
  async start(actor: UserActor, { assetUids, ...credentials }: MigrationInput): Promise<MigrationTask> {
    if (assetUids.length === 0 || assetUids.length > MAX_MIGRATION_ASSETS)
      throw InvalidError.at('assets', `Choose 1 to ${MAX_MIGRATION_ASSETS} assets.`);
    const { from, source, username, assets } = await this.sources.list(actor, credentials);
    const listed = new Set(assets.map(({ uid }) => uid));
    const missing = assetUids.filter((uid) => !listed.has(uid));
    if (missing.length > 0) {
      const names = missing.slice(0, 5).join(', ');
      throw InvalidError.at('assets', `${username} owns no asset ${names} there. Choose listed ones.`);
    }
    const chosen = new Set(assetUids);
    for (const { uid, collectionUid = '' } of assets) if (chosen.has(collectionUid)) chosen.add(uid);
    if (chosen.size > MAX_MIGRATION_ASSETS) {
      throw InvalidError.at(
        'assets',
        `These are ${chosen.size} projects and forms. Choose at most ${MAX_MIGRATION_ASSETS}.`,
      );
    }
    const uid = generateUid(UID_PREFIX.migrationTask, randomBytes);
    const token = this.box.seal(JSON.stringify(checkCredentials(credentials).secret));
    const request = { from, source, assetUids: [...chosen] };
    await this.unitOfWork.run(async (transaction) => {
      if (await this.tasks.lockAndFindOpen(transaction, actor.id)) {
        throw new ConflictError('Another move of yours is running. Wait until it has ended, or cancel it.');
      }
      await this.runner.start(transaction, { uid, userId: actor.id, request, token, step: null });
    });
    return this.show(actor, uid);
  }

  /** Deletes a task with its report. An open one is cancelled; what was moved stays. @throws NotFoundError */
  async remove({ id }: UserActor, uid: string): Promise<void> {
    if (!(await this.tasks.remove(id, uid))) throw new NotFoundError();
  }
}

function toTask({ token: _, ...task }: MigrationTaskEntity): MigrationTask {
  const { step, rowsDone, rowsTotal, dateModified } = task;
  const seconds = step === null ? 0 : (dateModified.getTime() - Date.parse(step.started)) / 1000;
  return { ...task, speed: migrationSpeed(rowsDone ?? 0, rowsTotal, seconds) };
}

/** Per process; others wait. */
const MAX_RUNNING = 2;
/** A worker that dies each time it runs a task must not do so for ever. */
const MAX_ATTEMPTS = 20;
/** Endless sources must not keep others waiting: what has been moved is kept, and the next task continues. */
const MAX_DURATION_MS = 24 * 3600_000;

const OPTIONS: Omit<MigrationOptions, 'owner' | 'assetUids'> = {
  owners: undefined,
  createAccounts: false,
  dryRun: false,
  verifyFiles: false,
  concurrency: 4,
};

type Execution = TaskExecution<MigrationTaskEntity>;

/** Runs the moves that users started; continues those of processes that died. */
@Injectable()
export class MigrationJobService implements OnModuleInit {
  private readonly slots = new Semaphore({
    maxConcurrent: MAX_RUNNING,
    maxQueued: Number.MAX_SAFE_INTEGER,
    queueFull: () => new Error('The queue is unbounded.'),
  });

  constructor(
    private readonly tasks: Tasks<MigrationTaskEntity>,
    private readonly states: MigrationTaskRepository,
    private readonly migrations: MigrationService,
    private readonly sources: SourceReaderService,
    private readonly accounts: AccountService,
    private readonly box: SecretBox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.register({
      name: 'migrations',
      handle: (task, execution) => {
        execution.releaseSlot();
        return this.slots.run(() => this.run(task, execution));
      },
      failureMessages,
      maxAttempts: MAX_ATTEMPTS,
      interruptedMessages: {
        error: 'The service was interrupted too often. Start again: what has been moved is kept.',
      },
    });
  }

  private async run(task: MigrationTaskEntity, execution: Execution): Promise<void> {
    execution.signal.throwIfAborted();
    const owner = await this.accounts.actorForJob(task.userId);
    const sealed = await this.states.readToken(task.uid);
    if (sealed === undefined) return;
    const { from, source, assetUids } = task.request;
    const credentials = { from, source, secret: JSON.parse(this.box.open(sealed)) as SourceSecret };
    const signal = AbortSignal.any([execution.signal, AbortSignal.timeout(MAX_DURATION_MS)]);
    const observer = this.observe(task, execution);
    try {
      const report = await this.sources.withSource(owner, credentials, signal, (server) =>
        this.migrations.run(server, { ...OPTIONS, owner, assetUids }, observer),
      );
      // Assets that others share there are not of interest.
      const messages = { report: { ...report, omitted: [] } };
      await this.unitOfWork.run((transaction) => execution.complete(transaction, messages));
    } catch (error) {
      if (error instanceof SourceUnavailableError || error instanceof SourcePartError)
        throw new InvalidError(error.message);
      throw error;
    }
  }

  private observe(task: MigrationTaskEntity, execution: Execution): MigrationObserver {
    let submissions = 0;
    const started = ({ phase, asset, position, total }: MigrationPhase): void => {
      submissions = asset.submissions ?? 0;
      execution.progress(0, submissions);
      const { uid, name } = asset;
      const step = { phase, uid, name, position, total, started: this.clock.now().toISOString() };
      // Progress must not fail the move.
      void this.states.saveStep(task, step).catch(() => undefined);
    };
    return { started, submissionsDone: (count) => execution.progress(count, Math.max(count, submissions)) };
  }
}

/** Errors that the user cannot fix stay private. */
function failureMessages(error: unknown): MigrationMessages {
  return {
    error:
      error instanceof DomainError
        ? error.message
        : 'An internal error occurred. Start again later: what has been moved is kept.',
  };
}
