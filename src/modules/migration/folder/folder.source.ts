import type { Readable } from 'node:stream';
import {
  readAssetJson,
  readSubmissionJson,
  objectOf,
  optionalText,
  textOf,
} from '../../../domain/migration/asset-json';
import { ASSET_TYPES } from '../../../domain/content/content';
import { readEntityJson, readEntityListJson } from '../../../domain/migration/entity-json';
import type {
  SourceEntity,
  SourceEntityList,
  SourceEntityRow,
  SourceEntitySummary,
} from '../../../domain/migration/source-entities';
import type { JsonObject } from '../../../domain/text/json-members';
import type {
  SourceAccount,
  SourceAsset,
  SourceAssetSummary,
  SourceFile,
  SourceSubmission,
} from '../../../domain/migration/source-types';
import {
  type AttachmentReference,
  MigrationSource,
  SourcePartError,
  SourcePartGoneError,
  type SourceListing,
  SourceUnavailableError,
} from '../migration-source.port';
import { AccountFolder, AccountFolderError, FOLDER } from './account-folder';

const PAGE_SIZE = 200;

/** Export of an account as a source. */
export class FolderSource extends MigrationSource {
  override readonly hasEntities = true;

  /** The first asset that is moved: it brings the lists of the account before the forms that need them. */
  private listCarrier: string | undefined;
  /** Position of each entity in the file of its list. */
  private readonly spans = new Map<string, { readonly start: number; readonly bytes: number }>();

  private constructor(
    private readonly folder: AccountFolder,
    private readonly exported: SourceAccount,
    readonly name: string,
    /** Username here; defaults to that of the export. */
    private readonly username: string,
    private readonly email: string | undefined,
  ) {
    super();
  }

  /** @throws SourceUnavailableError for a folder that is incomplete or was changed */
  static async open(folder: AccountFolder, username?: string): Promise<FolderSource> {
    try {
      const [problem, ...more] = await folder.verify();
      if (problem !== undefined) {
        const others = more.length === 0 ? '' : `, and ${more.length} more`;
        throw new SourceUnavailableError(`The export is damaged: ${problem}${others}. Copy it again.`);
      }
      const account = objectOf(JSON.parse(await folder.readText(FOLDER.account)));
      const exported = { username: textOf(account['username']), isSuperuser: false };
      if (
        account['format'] !== 'fieldhouse account' ||
        account['version'] !== 1 ||
        exported.username === ''
      ) {
        throw new SourceUnavailableError(`${FOLDER.account} is not of an export that this version reads.`);
      }
      const name = `export of ${exported.username} from ${textOf(account['server']) || 'a server without PUBLIC_URL'}`;
      const email = optionalText(objectOf(account['profile'])['email']);
      return new FolderSource(folder, exported, name, username ?? exported.username, email);
    } catch (error) {
      if (error instanceof AccountFolderError || error instanceof SyntaxError)
        throw new SourceUnavailableError(error.message);
      throw error;
    }
  }

  connect(): Promise<SourceAccount> {
    return Promise.resolve(this.exported);
  }

  /** Of the exported account only. */
  override emailOf(username: string): Promise<string | undefined> {
    return Promise.resolve(username === this.exported.username ? this.email : undefined);
  }

  async list(): Promise<SourceListing> {
    const assets: SourceAssetSummary[] = [];
    const omitted: string[] = [];
    for (const entry of await this.folder.list('assets')) {
      const json = await this.readJson(FOLDER.asset(entry));
      const assetType = ASSET_TYPES.find((type) => type === json['assetType']);
      if (assetType === undefined || json['uid'] !== entry) omitted.push(`assets/${entry}: not an asset`);
      else {
        const summary = { uid: entry, name: textOf(json['name']), assetType, owner: this.username };
        assets.push({ ...summary, submissions: undefined });
      }
    }
    this.listCarrier = (assets.find(({ assetType }) => assetType === 'collection') ?? assets[0])?.uid;
    const lists = await this.entityLists();
    if (this.listCarrier === undefined)
      omitted.push(...lists.map(({ name }) => `entity list ${name}: there is no project to bring it with`));
    // An export is a state of the past: what it lacks is not deleted here.
    return { owners: [], assets, omitted, failed: [] };
  }

  async readAsset(summary: SourceAssetSummary): Promise<SourceAsset> {
    const asset = readAssetJson(summary, await this.readJson(FOLDER.asset(summary.uid)));
    const entityLists = summary.uid === this.listCarrier ? await this.entityLists() : [];
    // The owner here may be another user than at the export.
    return {
      ...asset,
      entityLists,
      grants: asset.grants?.filter(({ username }) => username !== this.username),
    };
  }

  readVersion({ uid }: SourceAssetSummary, versionUid: string): Promise<JsonObject> {
    return this.readJson(FOLDER.version(uid, versionUid));
  }

  readXform({ uid }: SourceAssetSummary): Promise<string> {
    return this.part(() => this.folder.readText(FOLDER.xform(uid)));
  }

  async *listSubmissions({ uid }: SourceAssetSummary): AsyncIterable<readonly SourceSubmission[]> {
    let page: SourceSubmission[] = [];
    for await (const line of this.folder.lines(FOLDER.submissions(uid))) {
      page.push(readSubmissionJson(objectOf(JSON.parse(line))));
      if (page.length < PAGE_SIZE) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  async readInstances(
    { uid }: SourceAssetSummary,
    submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, string | SourcePartError>> {
    const instances = new Map<number, string | SourcePartError>();
    for (const { id } of submissions) {
      const read = this.part(() => this.folder.readText(FOLDER.instance(uid, id)));
      instances.set(id, await read.catch(asPartError));
    }
    return instances;
  }

  override async readEarlier(
    { uid }: SourceAssetSummary,
    { id, earlier = [] }: SourceSubmission,
  ): Promise<ReadonlyMap<string, string | SourcePartError>> {
    const instances = new Map<string, string | SourcePartError>();
    for (const [index, state] of earlier.entries()) {
      const read = this.part(() => this.folder.readText(FOLDER.earlier(uid, id, index)));
      instances.set(state.uuid, await read.catch(asPartError));
    }
    return instances;
  }

  override async listEntities({ uid }: SourceEntityList): Promise<readonly SourceEntitySummary[]> {
    const found: SourceEntitySummary[] = [];
    let start = 0;
    for await (const line of this.folder.lines(FOLDER.entities(uid))) {
      const bytes = Buffer.byteLength(line);
      const { versions: _, ...summary } = this.entityOf(line);
      this.spans.set(summary.uuid, { start, bytes });
      found.push(summary);
      start += bytes + 1;
    }
    return found;
  }

  override readEntity({ uid }: SourceEntityList, { uuid }: SourceEntitySummary): Promise<SourceEntity> {
    const { start, bytes } = this.spans.get(uuid)!;
    return this.part(async () =>
      this.entityOf(await this.folder.readPart(FOLDER.entities(uid), start, bytes)),
    );
  }

  override async *readEntityRows({ uid }: SourceEntityList): AsyncIterable<SourceEntityRow> {
    for await (const line of this.folder.lines(FOLDER.entities(uid))) {
      const { uuid, versions } = this.entityOf(line);
      const { label, data } = versions.at(-1)!;
      yield { uuid, label, data };
    }
  }

  readFile<Result>(
    { uid }: SourceAssetSummary,
    file: SourceFile,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    return this.part(async () => consume(await this.folder.open(FOLDER.media(uid, file))));
  }

  readAttachment<Result>(
    { uid }: SourceAssetSummary,
    { submissionId, ...file }: AttachmentReference,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    return this.part(async () => consume(await this.folder.open(FOLDER.attachment(uid, submissionId, file))));
  }

  /** @throws SourcePartError for a line that is no entity */
  private entityOf(line: string): SourceEntity {
    const entity = readEntityJson(objectOf(JSON.parse(line)));
    if (entity === undefined) throw new SourcePartError(`${line.slice(0, 100)} is not an entity`);
    return entity;
  }

  private async entityLists(): Promise<SourceEntityList[]> {
    const names = (await this.folder.list('entity-lists')).filter((name) => name.endsWith('.json'));
    return Promise.all(
      names.map(async (name) => readEntityListJson(await this.readJson(`entity-lists/${name}`))),
    );
  }

  private readJson(name: string): Promise<JsonObject> {
    return this.part(async () => objectOf(JSON.parse(await this.folder.readText(name))));
  }

  private async part<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AccountFolderError) throw new SourcePartGoneError(error.message);
      if (error instanceof SyntaxError) throw new SourcePartError(error.message);
      throw error;
    }
  }
}

function asPartError(error: unknown): SourcePartError {
  if (error instanceof SourcePartError) return error;
  throw error;
}
