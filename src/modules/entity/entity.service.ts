import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import type { EntityData } from '../../domain/entity/entity-change';
import { readEntityUuid, valueOf } from '../../domain/entity/entity-change';
import { geoTypeOf, readGeometry } from '../../domain/geo/geometry';
import { DeniedError, InvalidError, NotFoundError, orNotFound, StaleStateError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type EntityCsvOptions, EntityFileService } from './entity-file.service';
import { EntityIntakeRepository } from './entity-intake.repository';
import { EntityListRepository, type ListRow } from './entity-list.repository';
import {
  type EntityFilter,
  EntityRepository,
  type ProblemRow,
  type StoredEntityRow,
  type StoredVersionRow,
} from './entity.repository';

export type { EntityFilter, ProblemRow, StoredEntityRow, StoredVersionRow };

export interface NewEntity {
  /** Absent: a random one. */
  readonly uuid?: string | undefined;
  readonly label: string;
  readonly data: EntityData;
}

export interface EntityUpdate {
  /** Current version: the update is refused if the entity has another one. */
  readonly baseVersion: number;
  readonly label?: string | undefined;
  /** Absent properties stay. */
  readonly data?: EntityData | undefined;
  /** Ends a conflict. */
  readonly resolves?: boolean | undefined;
}

/** Entities of a list, for people and clients. */
@Injectable()
export class EntityService {
  constructor(
    private readonly lists: EntityListRepository,
    private readonly entities: EntityRepository,
    private readonly writes: EntityIntakeRepository,
    private readonly files: EntityFileService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. @throws NotFoundError unless the caller may read the list */
  async list(
    actor: UserActor,
    listUid: string,
    filter: EntityFilter,
    window: PageWindow,
  ): Promise<Page<StoredEntityRow>> {
    const { id } = await this.findList(actor, listUid);
    return this.entities.list(id, filter, window);
  }

  /** @throws NotFoundError */
  async show(actor: UserActor, listUid: string, uuid: string): Promise<StoredEntityRow> {
    const { id } = await this.findList(actor, listUid);
    return this.find(id, uuid);
  }

  /** Newest first. @throws NotFoundError */
  async versions(
    actor: UserActor,
    listUid: string,
    uuid: string,
    window: PageWindow,
  ): Promise<Page<StoredVersionRow>> {
    const entity = await this.show(actor, listUid, uuid);
    return this.entities.versions(actor, entity.id, window);
  }

  /** @throws NotFoundError unless the caller may read the list */
  async csv(
    actor: UserActor,
    listUid: string,
    options: EntityCsvOptions,
  ): Promise<{ readonly name: string; readonly lines: AsyncIterable<string> }> {
    const list = await this.findList(actor, listUid);
    return { name: list.name, lines: this.files.csv(list, options) };
  }

  /** Properties whose values are places, judged by the oldest entities; `geometry`, as ODK names it, first. */
  async placeProperties(actor: UserActor, listUid: string): Promise<readonly string[]> {
    const { id, properties } = await this.findList(actor, listUid);
    const sample = await this.entities.rowsAfter(id, '0', PLACE_SAMPLE);
    const isPlaceProperty = (name: string): boolean => {
      const values = sample.map(({ data }) => valueOf(data, name)).filter((value) => value !== '');
      return (
        values.length > 0 && values.every((value) => readGeometry(geoTypeOf(value), value) !== undefined)
      );
    };
    const [first, others] = [
      GEOMETRY,
      properties.filter((name) => name !== GEOMETRY && isPlaceProperty(name)),
    ];
    return properties.includes(GEOMETRY) ? [first, ...others] : others;
  }

  /** Entities of submissions that could not be applied, newest first. */
  problems({ assetId }: AssetAccess<'view_asset'>, window: PageWindow): Promise<Page<ProblemRow>> {
    return this.entities.problems(assetId, window);
  }

  /** @throws NotFoundError, DeniedError; InvalidError for an unknown property or a uuid in use */
  async create(actor: UserActor, listUid: string, entity: NewEntity): Promise<StoredEntityRow> {
    const { id } = await this.findWritable(actor, listUid);
    const { uuid = randomUUID(), label, data } = entity;
    await this.unitOfWork.run(async (transaction) => {
      await this.assertProperties(transaction, id, data);
      await this.writes.lock(transaction, [{ listId: id, uuid }]);
      if ((await this.writes.existing(transaction, id, [uuid])).length > 0) {
        throw InvalidError.at('uuid', `The list has, or had, an entry with the identifier ${uuid}.`);
      }
      await this.writes.createAll(transaction, id, [{ uuid, label, data }], this.sourceOf(actor));
    });
    return this.find(id, uuid);
  }

  /** @throws NotFoundError, DeniedError; StaleStateError if another version is current; InvalidError for an unknown property */
  async update(
    actor: UserActor,
    listUid: string,
    uuid: string,
    { baseVersion, label, data = {}, resolves = false }: EntityUpdate,
  ): Promise<StoredEntityRow> {
    const { id: listId } = await this.findWritable(actor, listUid);
    const key = { listId, uuid: readUuid(uuid) };
    await this.unitOfWork.run(async (transaction) => {
      await this.assertProperties(transaction, listId, data);
      await this.writes.lock(transaction, [key]);
      const stored = await this.writes.find(transaction, key, {
        baseVersion: null,
        trunkVersion: null,
        branchId: null,
      });
      const current = stored?.versions.at(-1);
      if (stored === undefined || stored.isDeleted || current === undefined) throw new NotFoundError();
      if (current.version !== baseVersion) {
        throw new StaleStateError(
          `The entry was changed and has version ${current.version}. Read it again and repeat the change.`,
        );
      }
      const version = {
        version: current.version + 1,
        label: label ?? current.label,
        data: { ...current.data, ...data },
        baseVersion,
        conflict: resolves ? null : stored.conflict,
        conflicting: [],
        trunkVersion: null,
        branchId: null,
        branchBase: null,
      };
      await this.writes.append(transaction, stored.id, version, this.sourceOf(actor));
    });
    return this.find(listId, uuid);
  }

  /** @throws NotFoundError, DeniedError */
  async delete(actor: UserActor, listUid: string, uuid: string): Promise<void> {
    const { id: listId } = await this.findWritable(actor, listUid);
    const key = { listId, uuid: readUuid(uuid) };
    await this.unitOfWork.run(async (transaction) => {
      await this.writes.lock(transaction, [key]);
      const stored = await this.writes.find(transaction, key, {
        baseVersion: null,
        trunkVersion: null,
        branchId: null,
      });
      if (stored === undefined || stored.isDeleted) throw new NotFoundError();
      await this.writes.remove(transaction, stored.id, this.clock.now());
    });
  }

  private async assertProperties(transaction: Transaction, listId: number, data: EntityData): Promise<void> {
    const properties = new Set(orNotFound(await this.lists.holdProperties(transaction, listId)));
    const unknown = Object.keys(data).filter((name) => !properties.has(name));
    if (unknown.length > 0) {
      throw InvalidError.at(
        'data',
        `The list has no property ${unknown.slice(0, MAX_NAMED).join(', ')}. Add it to the list first, or check the spelling.`,
      );
    }
  }

  private sourceOf({ username }: UserActor) {
    return { assetId: null, submissionId: null, createdBy: username, now: this.clock.now() };
  }

  private async find(listId: number, uuid: string): Promise<StoredEntityRow> {
    return orNotFound(await this.entities.find(listId, readUuid(uuid)));
  }

  private async findList(actor: UserActor, uid: string): Promise<ListRow> {
    return orNotFound(await this.lists.find(actor, uid));
  }

  private async findWritable(actor: UserActor, uid: string): Promise<ListRow> {
    const list = await this.findList(actor, uid);
    if (!list.writes) throw new DeniedError();
    return list;
  }
}

function readUuid(text: string): string {
  return orNotFound(readEntityUuid(text));
}

const MAX_NAMED = 10;
/** Property of places in ODK's forms. */
const GEOMETRY = 'geometry';
/** Entities that tell which properties are places. */
const PLACE_SAMPLE = 200;
