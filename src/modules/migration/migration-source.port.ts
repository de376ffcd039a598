import type { Readable } from 'node:stream';
import type { InstanceFacts } from '../../domain/submission/instance-parser';
import type { JsonObject } from '../../domain/text/json-members';
import type {
  SourceEntity,
  SourceEntityList,
  SourceEntityRow,
  SourceEntitySummary,
} from '../../domain/migration/source-entities';
import type {
  SourceAccount,
  SourceAsset,
  SourceAssetSummary,
  SourceFile,
  SourceSize,
  SourceSubmission,
} from '../../domain/migration/source-types';

/** Part of a source that cannot be read, such as one that the credentials do not open. The migration reports it and continues. */
export class SourcePartError extends Error {}

/** The source says that it does not have the part: the only error after which its copy may be deleted. */
export class SourcePartGoneError extends SourcePartError {}

/** The source cannot be used at all: wrong address, wrong credentials, no response. Ends the run, which can be resumed. */
export class SourceUnavailableError extends Error {}

/** The source refuses the credentials. */
export class SourceCredentialsError extends SourceUnavailableError {}

export interface AttachmentReference {
  readonly submissionId: number;
  /** As in `SourceSubmission`. */
  readonly submissionKey?: string | undefined;
  readonly uid: string;
  readonly name: string;
}

/** Assets that a source offers. */
export interface SourceListing {
  /** Usernames whose assets are listed completely: copies of theirs that are not listed are gone at the source. */
  readonly owners: readonly string[];
  readonly assets: readonly SourceAssetSummary[];
  /** Assets that are not included on purpose, as sentences with the reason. */
  readonly omitted: readonly string[];
  /** Accounts that could not be listed, as sentences with the reason. */
  readonly failed: readonly string[];
}

/**
 * Server or folder to move from. A second kind of source implements this class; the engine knows no other.
 *
 * Every method may be called again after a failure and is free of side effects. Implementations retry what is worth
 * retrying; what they throw is final: `SourcePartError` for one part, `SourcePartGoneError` if the source lacks it,
 * `SourceUnavailableError` for all.
 */
export abstract class MigrationSource {
  /** Stable name, such as the address of a server: state of earlier runs is found by it. */
  abstract readonly name: string;

  /** Whether copies of submissions have the ids of the source; otherwise new ones. */
  readonly keepsIds: boolean = true;

  /** Whether its forms save to lists of entities, which it brings too. */
  readonly hasEntities: boolean = false;

  /** Whether users in grants are named by their e-mail addresses. */
  readonly namesUsersByEmail: boolean = false;

  /** Checks the credentials. @throws SourceUnavailableError */
  abstract connect(): Promise<SourceAccount>;

  /** @param owners usernames; undefined: all that the credentials reach */
  abstract list(owners: readonly string[] | undefined): Promise<SourceListing>;

  /** E-mail address of a user, as far as the source shows it. */
  emailOf(_username: string): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  abstract readAsset(summary: SourceAssetSummary): Promise<SourceAsset>;

  /** Sheets, or standard content, of a version that `readAsset` listed. */
  abstract readVersion(
    summary: SourceAssetSummary,
    versionUid: string,
  ): Promise<Readonly<Record<string, unknown>>>;

  /** Versions that an instance names, as uids; the source may not have them. */
  versionUidsOf(_summary: SourceAssetSummary, { versionUids }: InstanceFacts): readonly string[] {
    return versionUids;
  }

  /** XForm of a version that `readAsset` listed; undefined if the source keeps content only. */
  readVersionXform(_summary: SourceAssetSummary, _versionUid: string): Promise<string | undefined> {
    return Promise.resolve(undefined);
  }

  /** XForm of the deployed version, used if our converter refuses the content. */
  abstract readXform(summary: SourceAssetSummary): Promise<string>;

  /** All submissions in ascending order of ids, in pages. @throws SourcePartError for a list that is not complete */
  abstract listSubmissions(summary: SourceAssetSummary): AsyncIterable<readonly SourceSubmission[]>;

  /** Size of what `listSubmissions` lists, to plan a run. */
  async measure(summary: SourceAssetSummary): Promise<SourceSize> {
    let attachments = 0;
    for await (const page of this.listSubmissions(summary)) {
      for (const submission of page)
        attachments += submission.attachments.filter((each) => !each.deleted).length;
    }
    return { attachments, bytes: undefined };
  }

  /** XML by id, of submissions of one page, or why it cannot be read. Submissions that are gone are left out. */
  abstract readInstances(
    summary: SourceAssetSummary,
    submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, string | SourcePartError>>;

  /** XML by uuid of the earlier states that `listSubmissions` listed of a submission, or why it cannot be read. */
  readEarlier(
    _summary: SourceAssetSummary,
    _submission: SourceSubmission,
  ): Promise<ReadonlyMap<string, string | SourcePartError>> {
    return Promise.resolve(new Map());
  }

  /**
   * Submissions of one page by id, in the JSON that the data API of the source shows to people; undefined if it has no such
   * JSON.
   */
  readVisible(
    _summary: SourceAssetSummary,
    _submissions: readonly SourceSubmission[],
  ): Promise<ReadonlyMap<number, JsonObject> | undefined> {
    return Promise.resolve(undefined);
  }

  /** Entities of a list that an asset brings. */
  listEntities(_list: SourceEntityList): Promise<readonly SourceEntitySummary[]> {
    return Promise.resolve([]);
  }

  /** Undefined if it was deleted meanwhile. */
  readEntity(_list: SourceEntityList, _entity: SourceEntitySummary): Promise<SourceEntity | undefined> {
    return Promise.resolve(undefined);
  }

  /** Current values of all entities of a list, from another part of the source than `readEntity`, to compare with. */
  async *readEntityRows(_list: SourceEntityList): AsyncIterable<SourceEntityRow> {}

  /** Parts of an asset that the source has and that do not move, as phrases with counts. */
  listNotMoved(_summary: SourceAssetSummary): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  /** Calls `consume` with the bytes; again from the start when they end early. @throws SourcePartGoneError if they are gone */
  abstract readFile<Result>(
    summary: SourceAssetSummary,
    file: SourceFile,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result>;

  /** Like `readFile`. */
  abstract readAttachment<Result>(
    summary: SourceAssetSummary,
    attachment: AttachmentReference,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result>;
}
