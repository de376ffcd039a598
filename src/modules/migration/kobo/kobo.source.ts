import type { Readable } from 'node:stream';
import type { ApiClient } from '../../../outbound-http/api-client';
import { objectOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type {
  SourceAccount,
  SourceAsset,
  SourceAssetSummary,
  SourceFile,
  SourceSize,
  SourceSubmission,
} from '../../../domain/migration/source-types';
import { stripXmlDeclaration } from '../../../domain/submission/instance-document';
import {
  type AttachmentReference,
  MigrationSource,
  SourceCredentialsError,
  SourcePartError,
  SourcePartGoneError,
  type SourceListing,
} from '../migration-source.port';
import { listOf, ResponseTooLargeError } from '../source-response';
import { KoboAccounts, readStorageBytes, KoboApi } from './kobo-api';
import { type AssetParts, readAsset, readSummary } from './kobo-asset';
import { matchInstances, readSubmission, splitInstances, SUBMISSION_KEYS } from './kobo-submission';

const PAGE_SIZE = 200;
/** More are requested as a range, as URLs are limited. */
const MAX_LISTED_IDS = 20;
const ASCENDING = encodeURIComponent('{"_id":1}');

/** Server of the v2 API: KoboToolbox, or another instance of this service. */
export class KoboSource extends MigrationSource {
  private readonly api: KoboApi;
  private readonly accounts: KoboAccounts;
  /** By owner, then by asset. */
  private readonly storageBytes = new Map<string, Promise<ReadonlyMap<string, number>>>();

  constructor(
    readonly name: string,
    client: ApiClient,
    token: string,
    private readonly pageSize = PAGE_SIZE,
  ) {
    super();
    this.api = new KoboApi(client);
    this.accounts = new KoboAccounts(this.api, token);
  }

  connect(): Promise<SourceAccount> {
    return this.accounts.connect();
  }

  async list(owners: readonly string[] | undefined): Promise<SourceListing> {
    const account = this.accounts.current ?? (await this.connect());
    const omitted: string[] = [];
    const failed: string[] = [];
    const listed: string[] = [];
    const found = new Map<string, SourceAssetSummary>();
    const all = account.isSuperuser ? () => this.accounts.listUsernames(omitted) : () => [account.username];
    for (const username of owners ?? (await all())) {
      try {
        const token = await this.accounts.tokenFor(username);
        for await (const json of this.api.items('/api/v2/assets/?ordering=name', token)) {
          const summary = readSummary(json);
          if (summary === undefined) {
            omitted.push(`${textOf(json['uid'])}: the type ${textOf(json['asset_type'])} is unknown`);
          } else if (summary.owner === username) found.set(summary.uid, summary);
          else if (!account.isSuperuser)
            omitted.push(`${summary.uid} (${summary.name}): belongs to ${summary.owner}`);
        }
        listed.push(username);
      } catch (error) {
        const isOther = username !== account.username && error instanceof SourceCredentialsError;
        if (!(error instanceof SourcePartError) && !isOther) throw error;
        failed.push(`Assets of ${username}: this account cannot be opened (${error.message})`);
      }
    }
    return { owners: listed, assets: [...found.values()], omitted, failed };
  }

  override emailOf(username: string): Promise<string | undefined> {
    return this.accounts.emailOf(username);
  }

  async readAsset(summary: SourceAssetSummary): Promise<SourceAsset> {
    const path = `/api/v2/assets/${summary.uid}/`;
    const token = await this.accounts.tokenFor(summary.owner);
    const problems: string[] = [];
    const part = async (name: string, isUsed = true): Promise<JsonObject[] | undefined> => {
      if (!isUsed) return [];
      try {
        const all: JsonObject[] = [];
        for await (const each of this.api.items(`${path}${name}/`, token)) all.push(each);
        return all;
      } catch (error) {
        if (!(error instanceof SourcePartError)) throw error;
        problems.push(`${name}: ${error.message}`);
        return undefined;
      }
    };
    const json = await this.api.json(path, token);
    const isDeployed = json['has_deployment'] === true;
    const parts: AssetParts = {
      versions: (await part('versions', summary.assetType !== 'collection')) ?? [],
      grants: await part('permission-assignments'),
      files: await part('files', summary.assetType !== 'collection'),
      hooks: (await part('hooks', isDeployed)) ?? [],
      exportSettings: (await part('export-settings', isDeployed)) ?? [],
      pairedData: (await part('paired-data', isDeployed)) ?? [],
      problems,
    };
    return readAsset(summary, json, parts);
  }

  async readVersion({ uid, owner }: SourceAssetSummary, versionUid: string): Promise<JsonObject> {
    const json = await this.api.json(
      `/api/v2/assets/${uid}/versions/${encodeURIComponent(versionUid)}/`,
      await this.accounts.tokenFor(owner),
    );
    return objectOf(json['content']);
  }

  async readXform({ uid, owner }: SourceAssetSummary): Promise<string> {
    const path = `/api/v2/assets/${uid}/?format=xml`;
    return this.api.xml(path, await this.accounts.tokenFor(owner));
  }

  async *listSubmissions({ uid, owner }: SourceAssetSummary): AsyncIterable<readonly SourceSubmission[]> {
    const token = await this.accounts.tokenFor(owner);
    const fields = encodeURIComponent(JSON.stringify(SUBMISSION_KEYS));
    let after: number | undefined;
    for (;;) {
      const query = after === undefined ? '' : `&query=${encodeURIComponent(`{"_id":{"$gt":${after}}}`)}`;
      const path = `/api/v2/assets/${uid}/data/?format=json&limit=${this.pageSize}&sort=${ASCENDING}&fields=${fields}${query}`;
      const json = await this.api.json(path, token);
      const submissions = listOf(json['results'], path).map(readSubmission);
      const last = submissions.at(-1)?.id;
      if (last === undefined) return;
      if (after !== undefined && submissions[0]!.id <= after)
        throw new SourcePartError(`${path}: the server repeats submissions of the page before`);
      yield submissions;
      if (json['next'] === null) return;
      after = last;
    }
  }

  override async measure(summary: SourceAssetSummary): Promise<SourceSize> {
    const { uid, owner } = summary;
    const { attachments } = await super.measure(summary);
    const token = await this.accounts.tokenFor(owner);
    const usage =
      this.storageBytes.get(owner) ?? readStorageBytes(this.api.items('/api/v2/asset_usage/', token));
    this.storageBytes.set(owner, usage);
    return { attachments, bytes: (await usage).get(uid) };
  }

  /**
   * In several requests if the instances are large, or if one of them is malformed. Instances that do not name the uuid of
   * their submission, as some of older servers, are read one by one.
   */
  async readInstances(
    summary: SourceAssetSummary,
    submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, string | SourcePartError>> {
    const { uid, owner } = summary;
    const ids = submissions.map(({ id }) => id);
    const range =
      ids.length <= MAX_LISTED_IDS
        ? `{"_id":{"$in":${JSON.stringify(ids)}}}`
        : `{"_id":{"$gte":${ids[0]!},"$lte":${ids.at(-1)!}}}`;
    // The XML list cannot be sorted.
    const query = `query=${encodeURIComponent(range)}`;
    const path = `/api/v2/assets/${uid}/data.xml?limit=${this.pageSize}&${query}`;
    const token = await this.accounts.tokenFor(owner);
    try {
      const list = await this.api.xml(path, token);
      const instances = new Map<number, string | SourcePartError>(
        matchInstances(submissions, splitInstances(list)),
      );
      const unmatched = ids.filter((id) => !instances.has(id));
      await Promise.all(
        unmatched.map(async (id) => {
          const instance = await this.readInstance(summary, id);
          if (instance !== undefined) instances.set(id, instance);
        }),
      );
      return instances;
    } catch (error) {
      if (!(error instanceof ResponseTooLargeError || error instanceof SyntaxError)) throw error;
      if (submissions.length < 2) return new Map(ids.map((id) => [id, new SourcePartError(error.message)]));
      const middle = submissions.length >> 1;
      const first = await this.readInstances(summary, submissions.slice(0, middle));
      return new Map([...first, ...(await this.readInstances(summary, submissions.slice(middle)))]);
    }
  }

  override async readVisible(
    { uid, owner }: SourceAssetSummary,
    submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, JsonObject>> {
    const token = await this.accounts.tokenFor(owner);
    const rows = new Map<number, JsonObject>();
    const read = async (page: readonly SourceSubmission[]): Promise<void> => {
      const range = encodeURIComponent(`{"_id":{"$gte":${page[0]!.id},"$lte":${page.at(-1)!.id}}}`);
      const path = `/api/v2/assets/${uid}/data/?format=json&limit=${this.pageSize}&sort=${ASCENDING}&query=${range}`;
      try {
        const results = listOf((await this.api.json(path, token))['results'], path);
        for (const row of results) rows.set(Number(row['_id']), row);
      } catch (error) {
        if (!(error instanceof ResponseTooLargeError)) throw error;
        if (page.length < 2) return;
        const middle = page.length >> 1;
        await read(page.slice(0, middle));
        await read(page.slice(middle));
      }
    };
    await read(submissions);
    return rows;
  }

  /** @returns undefined if the submission is gone */
  private async readInstance(
    { uid, owner }: SourceAssetSummary,
    id: number,
  ): Promise<string | SourcePartError | undefined> {
    const path = `/api/v2/assets/${uid}/data/${id}.xml`;
    const token = await this.accounts.tokenFor(owner);
    try {
      const xml = stripXmlDeclaration(await this.api.xml(path, token));
      return splitInstances(`<root><results>${xml}</results></root>`)[0];
    } catch (error) {
      if (error instanceof SourcePartGoneError) return undefined;
      if (error instanceof SyntaxError) return new SourcePartError(error.message);
      if (error instanceof SourcePartError) return error;
      throw error;
    }
  }

  /** Another instance of this service lists collector links; KoboToolbox has none. */
  override async listNotMoved({ uid, owner, submissions }: SourceAssetSummary): Promise<readonly string[]> {
    if (submissions === undefined) return [];
    let links = 0;
    try {
      const token = await this.accounts.tokenFor(owner);
      for await (const _ of this.api.items(`/api/v2/assets/${uid}/collector-links/`, token)) links += 1;
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
    }
    return links === 0 ? [] : [`${links} collector links`];
  }

  async readFile<Result>(
    { uid, owner }: SourceAssetSummary,
    file: SourceFile,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    const path = `/api/v2/assets/${uid}/files/${encodeURIComponent(file.uid)}/content/`;
    return this.api.file(path, await this.accounts.tokenFor(owner), consume);
  }

  async readAttachment<Result>(
    { uid, owner }: SourceAssetSummary,
    attachment: AttachmentReference,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    const path = `/api/v2/assets/${uid}/data/${attachment.submissionId}/attachments/${encodeURIComponent(attachment.uid)}/`;
    return this.api.file(path, await this.accounts.tokenFor(owner), consume);
  }
}
