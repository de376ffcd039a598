import { Injectable } from '@nestjs/common';
import { forEachConcurrent } from '../../concurrency/limits';
import type { UserActor } from '../../domain/account/actor';
import { valueOf } from '../../domain/entity/entity-change';
import { DomainError } from '../../domain/errors';
import type { SourceEntity, SourceEntityList, SourceEntityRow } from '../../domain/migration/source-entities';
import type { SourceAsset } from '../../domain/migration/source-types';
import { MovedDeploymentService } from '../deployment/moved-deployment.service';
import { type MovedEntity, MovedEntityService, type MovedList } from '../entity/moved-entity.service';
import { PermissionService } from '../permission/permission.service';
import { MovedSubmissionService } from '../submission/moved/moved-submission.service';
import type { MigratingAsset } from './asset-migration.service';
import { SourcePartError } from './migration-source.port';
import { MigrationRepository } from './migration.repository';

const PAGE_SIZE = 200;

/** Moves lists of entities with the history of each, and compares them with the source. */
@Injectable()
export class EntityMigrationService {
  constructor(
    private readonly lists: MovedEntityService,
    private readonly submissions: MovedSubmissionService,
    private readonly deployments: MovedDeploymentService,
    private readonly permissions: PermissionService,
    private readonly state: MigrationRepository,
  ) {}

  /** Creates the lists before the forms, which are connected with them by name. */
  async moveLists({ asset, owner, log }: MigratingAsset): Promise<void> {
    for (const list of asset.entityLists ?? []) {
      try {
        await this.lists.saveList(owner, list);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        log.problems.add(`Entity list ${list.name}: ${error.message}`);
      }
    }
  }

  /** A form reads a list that is here itself, not the file of its data that the source made. */
  async withoutListFiles(asset: SourceAsset, owner: UserActor): Promise<SourceAsset> {
    const uids = (asset.files ?? []).flatMap(({ entityListUid }) => entityListUid ?? []);
    const here = new Set((await this.lists.find(owner, uids)).map(({ uid }) => uid));
    if (here.size === 0) return asset;
    const files = asset.files?.filter(({ entityListUid = '' }) => !here.has(entityListUid));
    return { ...asset, files };
  }

  /** Connects a form of a source with entities with the lists that it reads and saves to. */
  async connectForm({ asset, source, owner, log }: MigratingAsset): Promise<void> {
    if (!source.hasEntities) return;
    const access = await this.permissions.authorize(owner, asset.uid, 'change_asset');
    if (access === undefined) return;
    try {
      await this.deployments.connectLists(owner, access);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.problems.add(`Entity lists of the form: ${error.message}`);
    }
  }

  /** Needs the submissions that made the entities to be here. */
  async moveEntities(moving: MigratingAsset, concurrency: number): Promise<void> {
    for (const { list, here } of await this.pairs(moving)) {
      try {
        await this.moveList(moving, list, here, concurrency);
      } catch (error) {
        if (!(error instanceof SourcePartError || error instanceof DomainError)) throw error;
        moving.log.problems.add(`Entities of ${list.name}: ${error.message}`);
      }
    }
  }

  /** Compares states, read anew, and the values that people see, from another part of the source. */
  async compare(moving: MigratingAsset): Promise<void> {
    const { source, log } = moving;
    const counts = { source: {} as Record<string, number>, here: {} as Record<string, number> };
    for (const { list, here } of await this.pairs(moving)) {
      const differ = (what: string): void => log.differences.add(`entity list ${list.name}: ${what}`);
      try {
        const listed = await source.listEntities(list);
        const stored = await this.lists.states(here.id);
        counts.source[list.name] = listed.length;
        counts.here[list.name] = stored.size;
        for (const { uuid, version, conflict } of listed) {
          const state = stored.get(uuid);
          stored.delete(uuid);
          if (state === undefined) differ(`${uuid} is missing here`);
          else if (state.version !== version) differ(`the version of ${uuid} differs`);
          else if (state.conflict !== conflict) differ(`the conflict of ${uuid} differs`);
        }
        for (const uuid of stored.keys()) differ(`${uuid} is only here`);
        await this.compareRows(moving, list, here, differ);
      } catch (error) {
        if (!(error instanceof SourcePartError)) throw error;
        log.problems.add(`Entities of ${list.name}: ${error.message}`);
      }
    }
    if (Object.keys(counts.source).length > 0) log.entities = counts;
  }

  private async compareRows(
    { source }: MigratingAsset,
    list: SourceEntityList,
    here: MovedList,
    differ: (what: string) => void,
  ): Promise<void> {
    const missing = list.properties.filter((name) => !here.properties.includes(name));
    if (missing.length > 0) differ(`the properties ${missing.join(', ')} are missing here`);
    const valuesOf = ({ label, data }: SourceEntityRow): string =>
      JSON.stringify([label, list.properties.map((name) => valueOf(data, name))]);
    const rows = new Map<string, string>();
    for await (const row of this.lists.rows(here.id)) rows.set(row.uuid, valuesOf(row));
    for await (const row of source.readEntityRows(list)) {
      const stored = rows.get(row.uuid);
      if (stored !== undefined && stored !== valuesOf(row)) differ(`the values of ${row.uuid} differ`);
    }
  }

  private async moveList(
    moving: MigratingAsset,
    list: SourceEntityList,
    here: MovedList,
    concurrency: number,
  ): Promise<void> {
    const { source } = moving;
    const listed = await source.listEntities(list);
    const stored = await this.lists.states(here.id);
    const changed = listed.filter(({ uuid, version, conflict }) => {
      const state = stored.get(uuid);
      return state === undefined || state.version !== version || state.conflict !== conflict;
    });
    for (let start = 0; start < changed.length; start += PAGE_SIZE) {
      const found: SourceEntity[] = [];
      const page = changed.slice(start, start + PAGE_SIZE);
      await forEachConcurrent(eachOf(page), concurrency, async (listedEntity) => {
        const entity = await source.readEntity(list, listedEntity);
        if (entity !== undefined) found.push(entity);
      });
      await this.lists.replace(here.id, await this.withOrigins(moving, list, found));
    }
    for (const { uuid } of listed) stored.delete(uuid);
    if (stored.size > 0) await this.lists.remove(here.id, [...stored.keys()]);
  }

  /** Finds the submissions here that made the versions; one that is not here is named. */
  private async withOrigins(
    { log }: MigratingAsset,
    list: SourceEntityList,
    entities: readonly SourceEntity[],
  ): Promise<MovedEntity[]> {
    const origins = entities.flatMap(({ versions }) => versions.flatMap(({ origin }) => origin ?? []));
    const uids = [...new Set(origins.map(({ assetUid }) => assetUid))];
    const assetIds = uids.length === 0 ? new Map<string, number>() : await this.state.assetIds(uids);
    const submissionIds = new Map<string, Map<string, number>>();
    for (const [uid, assetId] of assetIds) {
      const rootUuids = origins.flatMap(({ assetUid, rootUuid }) => (assetUid === uid ? rootUuid : []));
      submissionIds.set(uid, await this.submissions.findIds(assetId, rootUuids));
    }
    let missing = 0;
    const moved = entities.map(({ versions, ...entity }) => ({
      ...entity,
      versions: versions.map(({ origin, ...version }) => {
        const assetId = origin && assetIds.get(origin.assetUid);
        const submissionId = origin && submissionIds.get(origin.assetUid)?.get(origin.rootUuid);
        const isHere = assetId !== undefined && submissionId !== undefined;
        if (origin !== undefined && !isHere) missing += 1;
        return { ...version, origin: isHere ? { assetId, submissionId } : undefined };
      }),
    }));
    if (missing > 0)
      log.notes.add(
        `Entity list ${list.name}: the submissions of ${missing} versions of entities are not here`,
      );
    return moved;
  }

  /** Lists of the source that are here and belong to the owner. */
  private async pairs({
    asset: { entityLists = [] },
    owner,
  }: MigratingAsset): Promise<{ list: SourceEntityList; here: MovedList }[]> {
    const found = await this.lists.find(
      owner,
      entityLists.map(({ uid }) => uid),
    );
    return entityLists.flatMap((list) => {
      const here = found.find(({ uid }) => uid === list.uid);
      return here === undefined ? [] : [{ list, here }];
    });
  }
}

async function* eachOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
