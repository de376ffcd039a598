import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../../domain/account/actor';
import type { SourceEntity, SourceEntityList } from '../../../domain/migration/source-entities';
import { MovedEntityService, type StoredEntity } from '../../entity/moved-entity.service';
import { MovedSubmissionService } from '../../submission/moved/moved-submission.service';
import { type AccountFolder, FOLDER, toJson } from './account-folder';

/** Writes the entity lists of an account with the versions of each entity, as `FolderSource` reads them. */
@Injectable()
export class EntityExportService {
  constructor(
    private readonly lists: MovedEntityService,
    private readonly submissions: MovedSubmissionService,
  ) {}

  async write(folder: AccountFolder, owner: UserActor): Promise<void> {
    for (const { id, uid, name, properties, approvalRequired } of await this.lists.listsOf(owner)) {
      const list: SourceEntityList = { uid, name, properties, approvalRequired };
      await folder.write(FOLDER.entityList(uid), toJson(list));
      await folder.write(FOLDER.entities(uid), Readable.from(this.lines(id)));
    }
  }

  private async *lines(listId: number): AsyncGenerator<Buffer> {
    for await (const page of this.lists.pages(listId)) {
      const rootUuids = await this.rootUuidsOf(page);
      for (const entity of page) {
        const line: SourceEntity = { ...entity, versions: withOrigins(entity, rootUuids) };
        yield Buffer.from(`${JSON.stringify(line)}\n`);
      }
    }
  }

  /** Root uuids of the submissions that made the versions, by asset and submission. */
  private async rootUuidsOf(page: readonly StoredEntity[]): Promise<ReadonlyMap<string, string>> {
    const idsByAsset = new Map<number, Set<number>>();
    for (const { assetId, submissionId } of page.flatMap(({ versions }) => versions)) {
      if (assetId === null || submissionId === null) continue;
      idsByAsset.set(assetId, (idsByAsset.get(assetId) ?? new Set()).add(Number(submissionId)));
    }
    const rootUuids = new Map<string, string>();
    for (const [assetId, ids] of idsByAsset) {
      for (const { id, rootUuid } of await this.submissions.list(assetId, [...ids]))
        rootUuids.set(keyOf(assetId, id), rootUuid);
    }
    return rootUuids;
  }
}

function withOrigins(
  { versions }: StoredEntity,
  rootUuids: ReadonlyMap<string, string>,
): SourceEntity['versions'] {
  return versions.map(({ uuid: _, assetUid, assetId, submissionId, ...version }) => {
    const rootUuid = rootUuids.get(keyOf(assetId, submissionId));
    const origin = assetUid === null || rootUuid === undefined ? undefined : { assetUid, rootUuid };
    return { ...version, origin };
  });
}

function keyOf(assetId: number | null, submissionId: number | null): string {
  return `${assetId} ${submissionId}`;
}
