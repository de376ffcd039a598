import type { Readable } from 'node:stream';
import {
  readAssetJson,
  readSubmissionJson,
  objectOf,
  optionalText,
  textOf,
} from '../../../domain/migration/asset-json';
import { ASSET_TYPES } from '../../../domain/content/content';
import type { JsonObject } from '../../../domain/text/json-value';
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
    // An export is a state of the past: what it lacks is not deleted here.
    return { owners: [], assets, omitted, failed: [] };
  }

  async readAsset(summary: SourceAssetSummary): Promise<SourceAsset> {
    const asset = readAssetJson(summary, await this.readJson(FOLDER.asset(summary.uid)));
    // The owner here may be another user than at the export.
    return { ...asset, grants: asset.grants?.filter(({ username }) => username !== this.username) };
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
