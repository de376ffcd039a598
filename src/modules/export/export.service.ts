import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ExportOwner, ExportTaskEntity } from '../../database/entities/task.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import {
  DeniedError,
  InvalidError,
  NotFoundError,
  TooManyRequestsError,
  UnavailableError,
  orNotFound,
} from '../../domain/errors';
import { exportMediaType } from '../../domain/export/export-file-name';
import { exportOptions, type ExportRequest, readExportRequest } from '../../domain/export/export-request';
import type { OpenedFile, RangeRequest } from '../../domain/file/staged-file';
import type { Page, PageWindow } from '../../domain/page';
import { readExportSearch } from '../../domain/query/audit-search';
import { Tasks } from '../../jobs/task/tasks';
import { StoredFileOwners } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { AuditService } from '../audit/audit.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { StoredFileService } from '../media/remote-file.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/read/submission.service';
import { ExportRepository } from './export.repository';

/** Sent by KoboToolbox clients; the path contains the same. */
const IGNORED_KEYS = ['source'];
/** Per user and asset. */
const MAX_OPEN_EXPORTS = 10;
const RETRY_AFTER_S = 10;

export interface ExportTask extends Readonly<
  Pick<
    ExportTaskEntity,
    | 'uid'
    | 'status'
    | 'messages'
    | 'request'
    | 'rowsDone'
    | 'rowsTotal'
    | 'dateCreated'
    | 'dateStarted'
    | 'dateModified'
    | 'lastSubmissionTime'
  >
> {
  readonly username: string;
  /** Null until the file exists, and for a user who may no longer view all its rows. */
  readonly fileName: string | null;
  /** Null as the name is. */
  readonly byteSize: number | null;
}

export interface ExportListInput {
  readonly search: string | undefined;
  readonly oldestFirst: boolean;
}

export interface ExportFilePath {
  readonly username: string;
  readonly assetUid: string;
  readonly fileName: string;
}

@Injectable()
export class ExportService implements OnModuleInit {
  constructor(
    private readonly exports: ExportRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly files: StoredFileService,
    private readonly unitOfWork: UnitOfWork,
    private readonly tasks: Tasks<ExportTaskEntity>,
    private readonly owners: StoredFileOwners,
    private readonly audit: AuditService,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.exports.findReferenced(sha256s));
  }

  /** Exports of the caller, newest first. */
  async list(
    actor: Actor,
    access: ReadAccess,
    { search, oldestFirst }: ExportListInput,
    window: PageWindow,
  ): Promise<Page<ExportTask>> {
    const { count, items: uids } = await this.exports.list(this.ownerOf(actor, access), {
      search: search === undefined ? undefined : readExportSearch(search),
      oldestFirst,
      window,
    });
    const tasks = new Map((await this.exports.findMany(uids)).map((task) => [task.uid, task]));
    const items = uids.flatMap((uid) => tasks.get(uid) ?? []);
    return { count, items: items.map((task) => toExportTask(actor, access, task)) };
  }

  /** @throws NotFoundError */
  async show(actor: Actor, access: ReadAccess, uid: string): Promise<ExportTask> {
    const task = orNotFound(await this.exports.find(this.ownerOf(actor, access), uid));
    return toExportTask(actor, access, task);
  }

  /**
   * Starts an export, or returns an open duplicate.
   * @throws InvalidError for a request that is not valid
   * @throws TooManyRequestsError or UnavailableError if too many are open
   */
  async start(
    actor: Actor,
    access: ReadAccess,
    sent: ExportRequest,
    origin: string,
  ): Promise<{ readonly task: ExportTask; readonly isNew: boolean }> {
    const request = await this.validate(access, sent);
    const owner = this.ownerOf(actor, access);
    const identity = { ...owner, request, origin, rowFilter: rowFilterOf(access) };
    const uid = generateUid(UID_PREFIX.exportTask, randomBytes);
    const duplicate = await this.unitOfWork.run(async (transaction) => {
      await this.exports.lockOwner(transaction, owner);
      const found = await this.exports.findOpen(transaction, identity);
      if (found.duplicate !== null) return found.duplicate;
      assertMayStart(actor, found.open);
      const file = { fileName: null, sha256: null, byteSize: null, lastSubmissionTime: null };
      await this.tasks.start(transaction, { uid, ...identity, ...file });
      const metadata = { export: { uid, type: request['type'] } };
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [
        { action: 'export', metadata },
      ]);
      return undefined;
    });
    const task = await this.show(actor, access, duplicate ?? uid);
    return duplicate === undefined ? { task: asCreated(task), isNew: true } : { task, isNew: false };
  }

  /** Deletes an export with its file; aborts an open one. @throws NotFoundError */
  async remove(actor: Actor, access: ReadAccess, uid: string): Promise<void> {
    if (!(await this.exports.remove(this.ownerOf(actor, access), uid))) throw new NotFoundError();
  }

  /**
   * Opens the file of an export.
   * @throws DeniedError for files of other users, also if they do not exist
   * @throws NotFoundError
   */
  async open(
    actor: Actor,
    { username, assetUid, fileName }: ExportFilePath,
    range: RangeRequest,
  ): Promise<OpenedFile> {
    const ownerId = await this.resolveOwner(actor, username);
    const access = orNotFound(await this.permissions.authorize(actor, assetUid, 'view_submissions'));
    const task = await this.exports.findByFile({ assetId: access.assetId, userId: ownerId }, fileName);
    if (task === null || task.sha256 === null || !canViewAllRows(access, task)) throw new NotFoundError();
    const { sha256, byteSize, request } = task;
    const mimetype = exportMediaType(exportOptions(request).type);
    return this.files.open({ name: fileName, mimetype, byteSize: Number(byteSize), sha256 }, range);
  }

  private async validate(access: ReadAccess, sent: ExportRequest): Promise<ExportRequest> {
    if ((await this.forms.findByAsset(access)) === undefined) {
      throw InvalidError.at('source', 'The asset must be deployed.');
    }
    return readExportRequest(sent, await this.forms.languages(access), IGNORED_KEYS);
  }

  private ownerOf(actor: Actor, { assetId }: ReadAccess): ExportOwner {
    return { assetId, userId: actor.kind === 'user' ? actor.id : this.accounts.anonymousUserId };
  }

  private async resolveOwner(actor: Actor, username: string): Promise<number> {
    const { anonymousUserId } = this.accounts;
    if (username === ANONYMOUS_USERNAME) return anonymousUserId;
    if (actor.kind !== 'user') throw new DeniedError();
    if (actor.username.toLowerCase() === username.toLowerCase()) return actor.id;
    if (!actor.isSuperuser) throw new DeniedError();
    const owner = orNotFound(await this.accounts.findByUsername(username));
    return owner.id;
  }
}

/** Hides later progress of the worker: the response shows the created task. */
function asCreated(task: ExportTask): ExportTask {
  const initial = {
    fileName: null,
    lastSubmissionTime: null,
    rowsDone: null,
    rowsTotal: null,
    dateStarted: null,
  };
  return { ...task, ...initial, status: 'created', messages: {} };
}

function assertMayStart(actor: Actor, open: number): void {
  if (actor.kind === 'anonymous' && open > 0) {
    throw new UnavailableError(
      `Another export is already in progress. Please retry in ${RETRY_AFTER_S} seconds`,
      RETRY_AFTER_S,
    );
  }
  if (open >= MAX_OPEN_EXPORTS) {
    throw new TooManyRequestsError(
      `Too many of your exports of this project are running. Retry in ${RETRY_AFTER_S} s.`,
      RETRY_AFTER_S,
    );
  }
}

function toExportTask(actor: Actor, access: ReadAccess, task: ExportTaskEntity): ExportTask {
  const username = actor.kind === 'user' ? actor.username : ANONYMOUS_USERNAME;
  const { fileName, byteSize } = canViewAllRows(access, task) ? task : { fileName: null, byteSize: null };
  return { ...task, username, fileName, byteSize };
}

/** Row filters may have narrowed since: the file is served only to users who could export the same rows now. */
function canViewAllRows(access: ReadAccess, { rowFilter }: ExportTaskEntity): boolean {
  return access.filter === undefined || rowFilterOf(access) === rowFilter;
}

function rowFilterOf({ filter }: ReadAccess): string | null {
  return filter === undefined ? null : JSON.stringify(filter);
}
