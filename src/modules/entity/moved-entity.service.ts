import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import type { SourceEntityList, SourceEntityRow } from '../../domain/migration/source-entities';
import { assertStorableText } from '../../domain/text/unstorable-text';
import { EntityIntakeRepository } from './entity-intake.repository';
import { EntityListRepository } from './entity-list.repository';
import { EntityRepository } from './entity.repository';
import {
  type MovedEntity,
  MovedEntityRepository,
  type MovedEntityState,
  type MovedList,
  type StoredVersion,
} from './moved-entity.repository';

export type { MovedEntity, MovedEntityState, MovedList };

const BATCH_SIZE = 5000;
/** Entities with their versions. */
const PAGE_SIZE = 200;

export type StoredEntity = MovedEntityState & { readonly versions: readonly StoredVersion[] };

/** Keeps copies of lists of other servers, with their entities as they stand there (decision 150). */
@Injectable()
export class MovedEntityService {
  constructor(
    private readonly moved: MovedEntityRepository,
    private readonly lists: EntityListRepository,
    private readonly entities: EntityRepository,
    private readonly writes: EntityIntakeRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Finds the lists of these uids that exist here and belong to the owner. */
  async find(owner: UserActor, uids: readonly string[]): Promise<MovedList[]> {
    if (uids.length === 0) return [];
    return (await this.moved.listsByUid(uids)).filter(({ ownerId }) => ownerId === owner.id);
  }

  listsOf(owner: UserActor): Promise<MovedList[]> {
    return this.moved.listsOf(owner.id);
  }

  /** Entities of a list that are not deleted, by uuid, in pages, with their versions. */
  async *pages(listId: number): AsyncGenerator<readonly StoredEntity[]> {
    for (let after = ''; ;) {
      const states = await this.moved.statesAfter(listId, after, PAGE_SIZE);
      if (states.length === 0) return;
      const uuids = states.map(({ uuid }) => uuid);
      const versions = await this.moved.versionsOf(listId, uuids);
      yield states.map((state) => ({
        ...state,
        versions: versions.filter(({ uuid }) => uuid === state.uuid),
      }));
      after = uuids.at(-1)!;
    }
  }

  /** Creates the list, or adds its properties. @throws InvalidError if the owner has another list of that name */
  async saveList(owner: UserActor, list: SourceEntityList): Promise<void> {
    const { uid, name, approvalRequired } = list;
    assertStorableText(list, 'A text of the list');
    const now = this.clock.now();
    const [stored] = await this.moved.listsByUid([uid]);
    if (stored !== undefined && stored.ownerId !== owner.id)
      throw new InvalidError('another user moved it here');
    if (stored === undefined && (await this.moved.hasList(owner.id, name))) {
      throw new InvalidError(
        `${owner.username} has another list of that name here. Move the project to another owner`,
      );
    }
    await this.unitOfWork.run(async (transaction) => {
      if (stored === undefined) {
        const dates = { dateCreated: now, dateModified: now };
        const row = { uid, ownerId: owner.id, name, properties: [...list.properties], approvalRequired };
        return this.lists.insert(transaction, { ...row, ...dates });
      }
      const known = (await this.lists.lockProperties(transaction, stored.id)) ?? [];
      const properties = [...known, ...list.properties.filter((each) => !known.includes(each))];
      if (properties.length > known.length || stored.approvalRequired !== approvalRequired)
        await this.lists.update(transaction, stored.id, { properties, approvalRequired, now });
    });
  }

  /** Entities that are not deleted, by uuid. */
  async states(listId: number): Promise<Map<string, MovedEntityState>> {
    const states = new Map<string, MovedEntityState>();
    for (let after = ''; ;) {
      const page = await this.moved.statesAfter(listId, after, BATCH_SIZE);
      for (const state of page) states.set(state.uuid, state);
      if (page.length < BATCH_SIZE) return states;
      after = page.at(-1)!.uuid;
    }
  }

  async replace(listId: number, entities: readonly MovedEntity[]): Promise<void> {
    for (const { uuid, versions } of entities) assertStorableText(versions, `A text of the entity ${uuid}`);
    const keys = entities.map(({ uuid }) => ({ listId, uuid }));
    await this.unitOfWork.run(async (transaction) => {
      await this.writes.lock(transaction, keys);
      await this.moved.replace(transaction, listId, entities);
    });
  }

  async remove(listId: number, uuids: readonly string[]): Promise<void> {
    const keys = uuids.map((uuid) => ({ listId, uuid }));
    await this.unitOfWork.run(async (transaction) => {
      await this.writes.lock(transaction, keys);
      await this.moved.markDeleted(transaction, listId, uuids, this.clock.now());
    });
  }

  /** Current values. */
  async *rows(listId: number): AsyncGenerator<SourceEntityRow> {
    for (let after = '0'; ;) {
      const page = await this.entities.rowsAfter(listId, after, BATCH_SIZE);
      yield* page;
      if (page.length < BATCH_SIZE) return;
      after = page.at(-1)!.id;
    }
  }
}
