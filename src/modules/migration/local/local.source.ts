import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../../domain/account/actor';
import { NotFoundError } from '../../../domain/errors';
import type {
  SourceAccount,
  SourceAsset,
  SourceAssetSummary,
  SourceAttachment,
  SourceFile,
  SourceGrant,
  SourceNote,
  SourceState,
  SourceSubmission,
} from '../../../domain/migration/source-types';
import { readPartialGrants } from '../../../domain/permission/permission-set';
import { Storage } from '../../../storage/storage.port';
import { AccountService } from '../../account/account.service';
import { MovedAssetService, type StoredAsset } from '../../asset/moved-asset.service';
import { MovedDeploymentService } from '../../deployment/moved-deployment.service';
import { ExportSettingService } from '../../export/export-setting.service';
import { HookService } from '../../hook/hook.service';
import { AssetFileService } from '../../media/asset-file.service';
import { PairedDataService } from '../../submission/paired-data/paired-data.service';
import { PermissionAssignmentService } from '../../permission/permission-assignment.service';
import { PermissionService } from '../../permission/permission.service';
import {
  MovedHistoryService,
  type NoteOfSubmission,
  type StateOfSubmission,
} from '../../submission/moved/moved-history.service';
import { type MovedFile, MovedSubmissionService } from '../../submission/moved/moved-submission.service';
import {
  type AttachmentReference,
  MigrationSource,
  SourcePartGoneError,
  type SourceListing,
} from '../migration-source.port';

const PAGE_SIZE = 200;
const ALL = { limit: 10_000, start: 0 };

/** This service as a source: to compare copies with, and to export accounts. */
@Injectable()
export class LocalSource extends MigrationSource {
  readonly name = 'this service';

  constructor(
    private readonly accounts: AccountService,
    private readonly assets: MovedAssetService,
    private readonly deployments: MovedDeploymentService,
    private readonly permissions: PermissionService,
    private readonly assignments: PermissionAssignmentService,
    private readonly media: AssetFileService,
    private readonly hooks: HookService,
    private readonly exportSettings: ExportSettingService,
    private readonly pairedData: PairedDataService,
    private readonly submissions: MovedSubmissionService,
    private readonly histories: MovedHistoryService,
    private readonly storage: Storage,
  ) {
    super();
  }

  connect(): Promise<SourceAccount> {
    return Promise.resolve({ username: '', isSuperuser: true });
  }

  async list(owners: readonly string[] = []): Promise<SourceListing> {
    const assets: SourceAssetSummary[] = [];
    for (const owner of owners) {
      const { id, username } = await this.ownerOf(owner);
      for (const { uid, name, assetType } of await this.assets.listOwned(id))
        assets.push({ uid, name, assetType, owner: username, submissions: undefined });
    }
    return { owners, assets, omitted: [], failed: [] };
  }

  async readAsset({ uid }: Pick<SourceAssetSummary, 'uid'>): Promise<SourceAsset> {
    const asset = await this.assets.read(uid);
    const owner = await this.accounts.actorForOperator(asset.ownerId);
    return {
      ...asset,
      owner: owner.username,
      ...(await this.deploymentOf(asset)),
      ...(await this.partsOf(owner, asset)),
      problems: [],
    };
  }

  async readVersion({ uid }: SourceAssetSummary, versionUid: string) {
    return this.assets.readVersion((await this.assets.read(uid)).id, versionUid);
  }

  async readXform({ uid }: SourceAssetSummary): Promise<string> {
    return this.deployments.readXform((await this.assets.read(uid)).id);
  }

  async *listSubmissions({
    uid,
  }: Pick<SourceAssetSummary, 'uid'>): AsyncIterable<readonly SourceSubmission[]> {
    const { id: assetId } = await this.assets.read(uid);
    for (let after = -1; ;) {
      const ids = await this.submissions.listIds(assetId, after, PAGE_SIZE);
      if (ids.length === 0) return;
      yield await this.readSubmissions(assetId, ids);
      after = ids.at(-1)!;
    }
  }

  /** Submissions by id, in ascending order. */
  async readSubmissions(assetId: number, ids: readonly number[]): Promise<SourceSubmission[]> {
    const rows = await this.submissions.list(assetId, ids);
    const files = await this.submissions.listFiles(assetId, ids);
    const history = await this.histories.listOf(assetId, ids);
    const isOf = (id: number) => (each: { readonly submissionId: number }) => each.submissionId === id;
    return rows.map(({ xml: _, json: __, versionUid, ...row }) => ({
      ...row,
      ...(versionUid !== null && { versionUid }),
      attachments: files
        .filter(({ submissionId, isDropped }) => submissionId === row.id && !isDropped)
        .map(toAttachment),
      notes: history.notes.filter(isOf(row.id)).map(toNote),
      earlier: history.states.filter(isOf(row.id)).map(toState),
    }));
  }

  override async readEarlier(
    { uid }: Pick<SourceAssetSummary, 'uid'>,
    { id }: Pick<SourceSubmission, 'id'>,
  ): Promise<ReadonlyMap<string, string>> {
    const { states } = await this.histories.listOf((await this.assets.read(uid)).id, [id]);
    return new Map(states.map(({ uuid, xml }) => [uuid, xml]));
  }

  async readInstances(
    { uid }: Pick<SourceAssetSummary, 'uid'>,
    submissions: readonly Pick<SourceSubmission, 'id'>[],
  ): Promise<ReadonlyMap<number, string>> {
    const { id: assetId } = await this.assets.read(uid);
    const rows = await this.submissions.list(
      assetId,
      submissions.map(({ id }) => id),
    );
    return new Map(rows.map(({ id, xml }) => [id, xml]));
  }

  async readFile<Result>(
    { uid, owner }: SourceAssetSummary,
    file: SourceFile,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    const access = await this.permissions.authorize(await this.ownerOf(owner), uid, 'view_asset');
    const none = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };
    const content = await this.media.content(access!, file.uid, none);
    return consume(content.kind === 'bytes' ? content.file.content! : Readable.from([]));
  }

  async readAttachment<Result>(
    { uid }: Pick<SourceAssetSummary, 'uid'>,
    attachment: AttachmentReference,
    consume: (bytes: Readable) => Promise<Result>,
  ): Promise<Result> {
    const { id: assetId } = await this.assets.read(uid);
    const files = await this.submissions.listFiles(assetId, [attachment.submissionId]);
    const file = files.find((each) => each.uid === attachment.uid);
    if (file === undefined) throw new SourcePartGoneError(`there is no attachment ${attachment.uid}`);
    try {
      return await consume(await this.storage.read(file.sha256));
    } catch (error) {
      if (error instanceof NotFoundError) throw new SourcePartGoneError('the bytes are not stored');
      throw error;
    }
  }

  private async deploymentOf({
    id,
    versions,
  }: StoredAsset): Promise<Pick<SourceAsset, 'deployment' | 'formId'>> {
    const deployment = await this.deployments.read(id);
    if (deployment === undefined) return { deployment: undefined };
    const { uuid, active, versionId, formerFormId } = deployment;
    const versionUid = versions.find((version) => 'id' in version && version.id === versionId)?.uid;
    return {
      deployment: { uuid, active, versionUid },
      ...(formerFormId !== null && { formId: formerFormId }),
    };
  }

  private async partsOf(owner: UserActor, { uid, id: assetId, ownerId }: StoredAsset) {
    const manage = (await this.permissions.authorize(owner, uid, 'manage_asset'))!;
    const view = (await this.permissions.authorize(owner, uid, 'view_asset'))!;
    const change = (await this.permissions.authorize(owner, uid, 'change_asset'))!;
    const read = await this.permissions.authorize(owner, uid, 'view_submissions');
    const assignments = await this.assignments.listAll(manage);
    const files = await this.media.allOf({ assetId });
    const settings = read === undefined ? [] : (await this.exportSettings.list(read, ALL)).items;
    return {
      grants: assignments.filter(({ userId }) => userId !== ownerId).map(toGrant),
      files: files.filter(({ fileType }) => fileType !== 'paired_data').map(toFile),
      hooks: (await this.hooks.list(change, ALL)).items,
      exportSettings: settings.map(({ name, request }) => ({ name, request })),
      pairedData: (await this.pairedData.listAll(view)).flatMap(({ source, fields, filename }) =>
        source === null ? [] : [{ sourceUid: source.uid, fields, filename }],
      ),
    };
  }

  private async ownerOf(username: string): Promise<UserActor> {
    const account = await this.accounts.findByUsername(username);
    if (account === null) throw new NotFoundError(`There is no user ${username}. Check the spelling.`);
    return this.accounts.actorForOperator(account.id);
  }
}

function toAttachment({ uid, name, mimetype, isDeleted }: MovedFile): SourceAttachment {
  return { uid, name, mimetype, deleted: isDeleted };
}

function toNote({ body, createdBy, dateCreated }: NoteOfSubmission): SourceNote {
  return { body, createdBy, dateCreated };
}

function toState({ uuid, dateReplaced, replacedBy }: StateOfSubmission): SourceState {
  return { uuid, dateReplaced, replacedBy };
}

type StoredGrant = Awaited<ReturnType<PermissionAssignmentService['listAll']>>[number];

function toGrant({ username, codename, partialGrants }: StoredGrant): SourceGrant {
  if (partialGrants === null) return { username, codename };
  return { username, codename, partial: [...readPartialGrants(partialGrants)] };
}

type StoredFile = Awaited<ReturnType<AssetFileService['allOf']>>[number];

function toFile({ uid, fileType, name, description, metadata, redirectUrl, md5 }: StoredFile): SourceFile {
  return {
    uid,
    fileType,
    name,
    description,
    metadata,
    redirectUrl: redirectUrl ?? undefined,
    md5: redirectUrl === null ? md5 : undefined,
  };
}
