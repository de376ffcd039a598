import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../config/secret-key';
import type { MigrationTaskEntity } from '../../../database/entities/task.entity';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { ConflictError, InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import {
  MAX_MIGRATION_ASSETS,
  migrationSpeed,
  type MigrationSpeed,
  type SourceCredentials,
} from '../../../domain/migration/migration-task';
import type { Page, PageWindow } from '../../../domain/page';
import { Tasks } from '../../../jobs/task/tasks';
import { MigrationTaskRepository } from '../migration.repository';
import { checkCredentials, SourceReaderService } from './source-reader.service';

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
