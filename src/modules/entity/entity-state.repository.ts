import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Batcher, STATEMENT_LIMITS } from '../../concurrency/batcher';
import { preparedStatement } from '../../database/connection/timeout-pool';
import type { EntityConflict, EntityVersion } from '../../domain/entity/entity-change';
import type { ReadState } from '../../domain/entity/guarded-version';

/** Entity that a submission names, with the list as the form names it. */
export interface NamedEntity {
  readonly list: string;
  readonly uuid: string;
  /** Version that the device received; null if it received none. */
  readonly received: number | null;
}

export interface NamedEntities {
  readonly assetId: number;
  readonly entities: readonly NamedEntity[];
}

interface StateRow {
  /** From 1. */
  readonly place: number;
  readonly listId: number;
  readonly listTag: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
  readonly entityTag: string | null;
  readonly isDeleted: boolean;
  readonly conflict: EntityConflict | null;
  readonly versions: readonly EntityVersion[] | null;
  readonly isAwaited: boolean;
}

/** Lists and entities by a function (functions/entity-states.sql). */
const READ = preparedStatement(`
  SELECT place, list_id AS "listId", list_tag AS "listTag", name, properties,
         approval_required AS "approvalRequired", entity_tag AS "entityTag", is_deleted AS "isDeleted", conflict, versions,
         is_awaited AS "isAwaited"
    FROM entity_states($1, $2, $3, $4)`);

/** Reads the states of entities that submissions change, without locks. */
@Injectable()
export class EntityStateRepository {
  private readonly batcher = new Batcher<NamedEntities, (ReadState | undefined)[]>(
    (batch) => this.readAll(batch),
    STATEMENT_LIMITS,
  );

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Concurrent calls share a statement.
   * @returns the states in order; undefined for an entity of a list that the form does not declare
   */
  read(named: NamedEntities): Promise<(ReadState | undefined)[]> {
    return this.batcher.add(named);
  }

  private async readAll(batch: readonly NamedEntities[]): Promise<(ReadState | undefined)[][]> {
    const all = batch.flatMap(({ assetId, entities }) => entities.map((entity) => ({ assetId, ...entity })));
    const rows: StateRow[] = await this.dataSource.query(READ, [
      all.map(({ assetId }) => assetId),
      all.map(({ list }) => list),
      all.map(({ uuid }) => uuid),
      all.map(({ received }) => received),
    ]);
    const states = new Map(rows.map((row) => [row.place, stateOf(row)]));
    let place = 0;
    return batch.map(({ entities }) =>
      entities.map(() => {
        place += 1;
        return states.get(place);
      }),
    );
  }
}

function stateOf(row: StateRow): ReadState {
  const { listId, listTag, name, properties, approvalRequired, isAwaited } = row;
  const { entityTag, isDeleted, conflict, versions } = row;
  return {
    list: { id: listId, tag: listTag, name, properties, approvalRequired },
    entity:
      entityTag === null ? undefined : { tag: entityTag, isDeleted, conflict, versions: versions ?? [] },
    isAwaited,
  };
}
