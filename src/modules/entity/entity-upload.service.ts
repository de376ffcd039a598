import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { MAX_PROPERTIES } from '../../domain/entity/entity-change';
import { rowUuid } from '../../domain/entity/entity-csv-rows';
import { refusalText, type UploadRow } from '../../domain/entity/entity-upload';
import {
  type DecidedRow,
  type UploadOptions,
  type UploadPlan,
  UploadPlanner,
} from '../../domain/entity/upload-plan';
import { DeniedError, InvalidError, orNotFound, StaleStateError } from '../../domain/errors';
import { EntityIntakeRepository } from './entity-intake.repository';
import { EntityListRepository, type ListRow } from './entity-list.repository';
import { EntityUploadRepository, type StoredTarget } from './pending-change.repository';
import type { UploadSource } from './upload-source';

const BATCH_SIZE = 1_000;
/** Rows of long texts are stored in smaller batches, which are held in memory. */
const BATCH_CHARACTERS = 4_000_000;

interface StoreOptions {
  readonly skipsRefused: boolean;
  readonly expected?: string | undefined;
  readonly upload?: string | undefined;
}

/** Creates and updates many entities from a file or a list, after a preview (decision 180). */
@Injectable()
export class EntityUploadService {
  constructor(
    private readonly lists: EntityListRepository,
    private readonly writes: EntityIntakeRepository,
    private readonly uploads: EntityUploadRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Decides what storing would do. @throws as `store` */
  async preview(
    actor: UserActor,
    uid: string,
    source: UploadSource,
    options: UploadOptions,
  ): Promise<UploadPlan> {
    const list = await this.findWritable(actor, uid);
    const { known, added } = this.propertiesOf(list, list.properties, source, options);
    const planner = new UploadPlanner<StoredTarget>(known, added);
    await this.unitOfWork.run(async (transaction) => {
      for await (const rows of batchesOf(source.rows()))
        await this.decide(transaction, list.id, planner, rows, options);
    });
    return planner.plan(source);
  }

  /**
   * Stores all rows in one transaction.
   * @param skipsRefused whether the other rows are stored if some are refused
   * @param expected fingerprint of the preview
   * @param upload identifies the upload, which is stored once
   * @throws NotFoundError, DeniedError; InvalidError for refused rows or a property that the list lacks; StaleStateError if
   * the rows would do something else than in the preview
   */
  async store(
    actor: UserActor,
    uid: string,
    source: UploadSource,
    { skipsRefused, expected, upload = randomUUID(), ...options }: UploadOptions & StoreOptions,
  ): Promise<UploadPlan> {
    const list = await this.findWritable(actor, uid);
    const keys = await lockKeysOf(list.id, source);
    const now = this.clock.now();
    return this.unitOfWork.run(async (transaction) => {
      const planner = await this.prepare(transaction, list, source, options, now);
      await this.writes.lock(transaction, keys);
      // The locks are held meanwhile: the next rows are read while the database stores these.
      for await (const rows of readAhead(batchesOf(source.rows()))) {
        const decided = await this.decide(transaction, list.id, planner, rows, options);
        await this.apply(transaction, list.id, decided, { upload, createdBy: actor.username, now });
      }
      const plan = planner.plan(source);
      if (expected !== undefined && expected !== plan.fingerprint) {
        throw new StaleStateError('The list was changed since the preview. Check the rows again.');
      }
      if (plan.refused > 0 && !skipsRefused) throw refusedRows(plan);
      return plan;
    });
  }

  /** Adds new properties to the list, or keeps it from being deleted. */
  private async prepare(
    transaction: Transaction,
    list: ListRow,
    source: UploadSource,
    options: UploadOptions,
    now: Date,
  ): Promise<UploadPlanner<StoredTarget>> {
    const stored = orNotFound(
      options.newProperties === 'add'
        ? await this.lists.lockProperties(transaction, list.id, 'others')
        : await this.lists.holdProperties(transaction, list.id),
    );
    const { known, added } = this.propertiesOf(list, stored, source, options);
    if (options.newProperties === 'add' && added.length > 0) {
      await this.lists.update(transaction, list.id, { properties: [...stored, ...added], now });
    }
    return new UploadPlanner<StoredTarget>(known, added);
  }

  private propertiesOf(
    { owns }: ListRow,
    stored: readonly string[],
    { properties }: UploadSource,
    { newProperties }: UploadOptions,
  ): { known: readonly string[]; added: readonly string[] } {
    const added = properties.filter((name) => !stored.includes(name));
    if (added.length > 0 && newProperties === 'refuse') {
      throw InvalidError.at(
        'data',
        `The list has no property ${shorten(added)}. Add it to the list first, or check the spelling.`,
      );
    }
    if (added.length > 0 && newProperties === 'add' && !owns) throw new DeniedError();
    if (newProperties === 'add' && stored.length + added.length > MAX_PROPERTIES) {
      throw InvalidError.at(
        'csv',
        `With the new columns the list would have more than ${MAX_PROPERTIES}. Remove columns from the file.`,
      );
    }
    return { known: properties.filter((name) => stored.includes(name)), added };
  }

  private async decide(
    transaction: Transaction,
    listId: number,
    planner: UploadPlanner<StoredTarget>,
    rows: readonly UploadRow[],
    options: UploadOptions,
  ): Promise<DecidedRow<StoredTarget>[]> {
    const uuids = rows.flatMap(({ uuid }) => uuid ?? []);
    const found = uuids.length === 0 ? [] : await this.uploads.targets(transaction, listId, uuids);
    const targets = new Map(found.map((target) => [target.uuid, target]));
    return rows.map((row) => planner.decide(row, targets, options));
  }

  private async apply(
    transaction: Transaction,
    listId: number,
    decided: readonly DecidedRow<StoredTarget>[],
    { upload, ...source }: { readonly upload: string; readonly createdBy: string; readonly now: Date },
  ): Promise<void> {
    const created = decided.flatMap(({ row: { row, uuid = rowUuid(upload, row) }, decision }) =>
      decision.kind === 'create' ? [{ uuid, label: decision.label, data: decision.data }] : [],
    );
    const updated = decided.flatMap(({ target, decision }) =>
      decision.kind === 'update' && target !== undefined
        ? [{ id: target.id, version: decision.version, label: decision.label, data: decision.data }]
        : [],
    );
    if (created.length > 0) await this.writes.createAll(transaction, listId, created, source);
    if (updated.length > 0) await this.uploads.appendAll(transaction, updated, source);
  }

  private async findWritable(actor: UserActor, uid: string): Promise<ListRow> {
    const list = orNotFound(await this.lists.find(actor, uid));
    if (!list.writes) throw new DeniedError();
    return list;
  }
}

/** One key for each lock that the rows need: entities share locks by the first digits of their uuids. */
async function lockKeysOf(listId: number, source: UploadSource): Promise<{ listId: number; uuid: string }[]> {
  const keys = new Map<string, string>();
  for await (const { uuid } of source.rows()) if (uuid !== undefined) keys.set(uuid.slice(0, 2), uuid);
  return [...keys.values()].map((uuid) => ({ listId, uuid }));
}

async function* batchesOf(rows: AsyncIterable<UploadRow>): AsyncGenerator<UploadRow[]> {
  let batch: UploadRow[] = [];
  let characters = 0;
  for await (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row.data)) characters += value.length;
    if (batch.length < BATCH_SIZE && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    for (let next = items.next(); ;) {
      const read = await next;
      if (read.done === true) return;
      next = items.next();
      // A consumer that stops does not await it.
      next.catch(() => undefined);
      yield read.value;
    }
  } finally {
    await items.return(undefined);
  }
}

function refusedRows({ refused, samples }: UploadPlan): InvalidError {
  const rows = samples.refused
    .slice(0, MAX_NAMED)
    .map(({ row, refusal }) => `Row ${row} ${refusalText(refusal)}`);
  const more = refused - rows.length;
  return new InvalidError({ rows: more > 0 ? [...rows, `${more} more rows can not be stored.`] : rows });
}

const MAX_NAMED = 10;

function shorten(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
