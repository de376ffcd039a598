import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ExportTaskEntity } from '../../database/entities/export-task.entity';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { type Actor, ANONYMOUS_USERNAME } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import {
  DeniedError,
  InvalidError,
  NotFoundError,
  TooManyError,
  UnavailableError,
} from '../../domain/errors';
import { mediaTypeOf } from '../../domain/export/export-file-name';
import type { ExportOwner } from '../../domain/export/export-owner';
import { exportOptions, type ExportRequest, readExportRequest } from '../../domain/export/export-request';
import type { AskedPart } from '../../domain/file/file-part';
import type { OpenedFile } from '../../domain/file/opened-file';
import type { Page, PageWindow } from '../../domain/page';
import { readExportSearch } from '../../domain/query/export-search';
import { Tasks } from '../../jobs/task/task.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { AccountService } from '../account/account.service';
import { AuditService } from '../audit/audit.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { StoredFileService } from '../media/stored-file.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/submission.service';
import { ExportQuery } from './export.query';
import { ExportRepository } from './export.repository';

/** What else comes in requests, and says what the path says already. */
const IMPLIED_KEYS = ['source'];
/** One user may have so many of one asset on their way. */
const MOST_OPEN = 10;
const RETRY_AFTER_S = 10;

/** An export as whoever asked for it sees it. */
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
    | 'dateModified'
    | 'lastSubmissionTime'
  >
> {
  readonly username: string;
  /** Of the file; null while there is none, and for who may not see all that is in it. */
  readonly fileName: string | null;
}

export interface ExportListInput {
  readonly search: string | undefined;
  readonly oldestFirst: boolean;
}

/** Names a file: whose it is, of which asset, and what it is called. */
export interface ExportFileName {
  readonly username: string;
  readonly assetUid: string;
  readonly fileName: string;
}

/** Takes in what is to be exported, tells how it goes, and hands out the files. */
@Injectable()
export class ExportService implements OnModuleInit {
  constructor(
    private readonly exports: ExportRepository,
    private readonly owned: ExportQuery,
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
    this.owners.register((sha256s) => this.exports.named(sha256s));
  }

  /** The caller's own, newest first. */
  async list(
    actor: Actor,
    access: ReadAccess,
    { search, oldestFirst }: ExportListInput,
    window: PageWindow,
  ): Promise<Page<ExportTask>> {
    const { count, items: uids } = await this.owned.list(this.ownerOf(actor, access), {
      search: search === undefined ? undefined : readExportSearch(search),
      ...{ oldestFirst, window },
    });
    const tasks = new Map((await this.exports.findMany(uids)).map((task) => [task.uid, task]));
    const items = uids.flatMap((uid) => tasks.get(uid) ?? []);
    return { count, items: items.map((task) => shown(actor, access, task)) };
  }

  /** @throws NotFoundError for none of the caller's own */
  async show(actor: Actor, access: ReadAccess, uid: string): Promise<ExportTask> {
    const task = await this.exports.find(this.ownerOf(actor, access), uid);
    if (task === null) throw new NotFoundError();
    return shown(actor, access, task);
  }

  /**
   * Asks for an export. The same one that is on its way already is not made twice.
   * @throws InvalidError for a request that can't be met, TooManyError when many are on their way
   */
  async start(
    actor: Actor,
    access: ReadAccess,
    sent: ExportRequest,
    origin: string,
  ): Promise<{ readonly task: ExportTask; readonly isNew: boolean }> {
    const request = await this.checked(access, sent);
    const owner = this.ownerOf(actor, access);
    const asked = { ...owner, request, origin, rowFilter: rowFilterOf(access) };
    const uid = makeUid(UID_PREFIX.exportTask, randomBytes);
    const same = await this.unitOfWork.run(async (transaction) => {
      await this.owned.hold(transaction, owner);
      const found = await this.owned.findOpen(transaction, asked);
      if (found.same !== null) return found.same;
      refuseTooMany(actor, found.open);
      const file = { fileName: null, sha256: null, byteSize: null, lastSubmissionTime: null };
      await this.tasks.start(transaction, { uid, ...asked, ...file });
      const metadata = { export: { uid, type: request['type'] } };
      await this.audit.tell(transaction, actor, access.assetId, [{ action: 'export', metadata }]);
      return undefined;
    });
    const task = await this.show(actor, access, same ?? uid);
    return same === undefined ? { task: asStarted(task), isNew: true } : { task, isNew: false };
  }

  /** Its file goes too; one that is on its way is given up. @throws NotFoundError for none of the caller's own */
  async remove(actor: Actor, access: ReadAccess, uid: string): Promise<void> {
    if (!(await this.exports.remove(this.ownerOf(actor, access), uid))) throw new NotFoundError();
  }

  /**
   * The file of an export, for whoever asked for it.
   * @throws DeniedError for files of others, whether there are such or not
   */
  async open(
    actor: Actor,
    { username, assetUid, fileName }: ExportFileName,
    asked: AskedPart,
  ): Promise<OpenedFile> {
    const ownerId = await this.ownerNamed(actor, username);
    const access = await this.permissions.prove(actor, assetUid, 'view_submissions');
    if (access === undefined) throw new NotFoundError();
    const task = await this.exports.findByFile({ assetId: access.assetId, userId: ownerId }, fileName);
    if (task === null || task.sha256 === null || !seesAllOf(access, task)) throw new NotFoundError();
    const { sha256, byteSize, request } = task;
    const mimetype = mediaTypeOf(exportOptions(request).type);
    return this.files.open({ name: fileName, mimetype, byteSize: Number(byteSize), sha256 }, asked);
  }

  private async checked(access: ReadAccess, sent: ExportRequest): Promise<ExportRequest> {
    if ((await this.forms.of(access)) === undefined) {
      throw new InvalidError({ source: ['The asset must be deployed.'] });
    }
    return readExportRequest(sent, await this.forms.languages(access), IMPLIED_KEYS);
  }

  private ownerOf(actor: Actor, { assetId }: ReadAccess): ExportOwner {
    return { assetId, userId: actor.kind === 'user' ? actor.id : this.accounts.anonymousUserId };
  }

  private async ownerNamed(actor: Actor, username: string): Promise<number> {
    const { anonymousUserId } = this.accounts;
    if (username === ANONYMOUS_USERNAME) return anonymousUserId;
    if (actor.kind !== 'user') throw new DeniedError();
    if (actor.username.toLowerCase() === username.toLowerCase()) return actor.id;
    if (!actor.isSuperuser) throw new DeniedError();
    const owner = await this.accounts.findByUsername(username);
    if (owner === null) throw new NotFoundError();
    return owner.id;
  }
}

/** Work may have begun, even ended, before it is read; whoever asked for it hears of its start. */
function asStarted(task: ExportTask): ExportTask {
  const nothing = { fileName: null, lastSubmissionTime: null, rowsDone: null, rowsTotal: null };
  return { ...task, ...nothing, status: 'created', messages: {} };
}

function refuseTooMany(actor: Actor, open: number): void {
  if (actor.kind === 'anonymous' && open > 0) {
    throw new UnavailableError(
      `Another export is already in progress. Please retry in ${RETRY_AFTER_S} seconds`,
      RETRY_AFTER_S,
    );
  }
  if (open >= MOST_OPEN) {
    throw new TooManyError('Wait until some of your exports of this project are done.', RETRY_AFTER_S);
  }
}

function shown(actor: Actor, access: ReadAccess, task: ExportTaskEntity): ExportTask {
  const username = actor.kind === 'user' ? actor.username : ANONYMOUS_USERNAME;
  return { ...task, username, fileName: seesAllOf(access, task) ? task.fileName : null };
}

/** Rights may have been narrowed since a file was made: then nobody gets it who could not have it made now. */
function seesAllOf(access: ReadAccess, { rowFilter }: ExportTaskEntity): boolean {
  return access.filter === undefined || rowFilterOf(access) === rowFilter;
}

function rowFilterOf({ filter }: ReadAccess): string | null {
  return filter === undefined ? null : JSON.stringify(filter);
}
