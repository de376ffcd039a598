import { buffer } from 'node:stream/consumers';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportTaskEntity } from '../../database/entities/task.entity';
import type { UserActor } from '../../domain/account/actor';
import { DeniedError, InvalidError, DomainError } from '../../domain/errors';
import type {
  ImportRequest,
  ImportedAsset,
  ImportMessages,
  ImportAuditEntry,
} from '../../domain/import/import-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Downloader } from '../../outbound-http/downloader';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { Tasks, type TaskExecution } from '../../jobs/task/tasks';
import { Storage } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { AssetService } from '../asset/asset.service';
import { type AfterSave, NewAssetService, type SavedAsset } from '../asset/new-asset.service';
import { VersionService } from '../asset/version.service';
import { PermissionService } from '../permission/permission.service';
import { ImportRepository } from './import.repository';
import { KeyedMutex } from '../../concurrency/limits';
import { describeProblem } from '../../domain/content/form-problem';
import type { ReadFormResult } from '../../workers/form-engine/form-engine-types';

/** A binary file read as CSV has a problem per cell. */
const MAX_PROBLEMS = 200;

const IMPORT_INTERRUPTED: ImportMessages = {
  error_type: 'Interrupted',
  error: 'The server stopped during the import. Send the file again.',
};

/** The file contains no valid form. */
class FormReadError extends DomainError {
  readonly kind = 'invalid';

  constructor(readonly result: Exclude<ReadFormResult, { kind: 'form' | 'library' }>) {
    super(result.kind);
  }
}

function createdMessages(saved: SavedAsset, actor: UserActor, warnings: readonly string[]): ImportMessages {
  return { created: [importedAsset(saved, actor)], ...warningMessages(warnings) };
}

function libraryMessages({ uid }: SavedAsset, { username }: UserActor): ImportMessages {
  return { created: [{ uid, kind: 'collection', owner__username: username }] };
}

function updatedMessages(
  saved: SavedAsset,
  actor: UserActor,
  { owner, versionUid }: { readonly owner: string; readonly versionUid: string },
  warnings: readonly string[],
): ImportMessages {
  const trace: ImportAuditEntry = {
    asset_uid: saved.uid,
    asset_id: saved.id,
    latest_version_uid: versionUid,
    ip_address: actor.from?.address ?? null,
    source: actor.from?.agent ?? null,
    old_name: saved.formerName ?? saved.name,
    new_name: saved.name,
    project_owner: owner,
  };
  return { updated: [importedAsset(saved, actor)], audit_logs: [trace], ...warningMessages(warnings) };
}

/** `owner__username` is the importing user, like in KoboToolbox. */
function importedAsset({ uid, summary }: SavedAsset, { username }: UserActor): ImportedAsset {
  return { uid, kind: 'asset', summary, owner__username: username };
}

function warningMessages(warnings: readonly string[]) {
  return warnings.length > 0 ? { warnings: warnings.slice(0, MAX_PROBLEMS) } : {};
}

/** Messages of a failed import; errors that the user cannot fix stay private. */
function importFailureMessages(error: unknown): ImportMessages {
  if (error instanceof FormReadError) return formErrorMessages(error.result);
  return error instanceof DomainError
    ? { error_type: error.name, error: error.message }
    : { error_type: 'InternalError', error: 'An internal error occurred. Retry later.' };
}

function formErrorMessages(result: FormReadError['result']): ImportMessages {
  if (result.kind === 'unreadable') return { error_type: 'XlsFormatException', error: result.message };
  const problems = result.problems.slice(0, MAX_PROBLEMS);
  const omitted = result.problems.length - problems.length;
  const lines = problems.map(describeProblem);
  return {
    error_type: 'FormProblems',
    error: [...lines, ...(omitted > 0 ? [`… and ${omitted} more.`] : [])].join('\n'),
    problems,
  };
}

/** Per user; excess downloads fail. */
const MAX_QUEUED_DOWNLOADS = 20;

const DOWNLOAD_LIMITS = { maxBytes: 20 * 1024 * 1024, timeoutMs: 30_000 };

type Execution = TaskExecution<ImportTaskEntity>;

/** Imports forms in background jobs. The transaction that saves the asset completes the import, so neither exists without the other. */
@Injectable()
export class ImportJobService implements OnModuleInit {
  private readonly downloadMutex = new KeyedMutex({
    maxQueued: MAX_QUEUED_DOWNLOADS,
    queueFull: tooManyDownloads,
  });

  constructor(
    private readonly sources: ImportRepository,
    private readonly accounts: AccountService,
    private readonly assets: AssetService,
    private readonly newAssets: NewAssetService,
    private readonly versions: VersionService,
    private readonly permissions: PermissionService,
    private readonly engine: FormEngine,
    private readonly downloader: Downloader,
    private readonly storage: Storage,
    private readonly tasks: Tasks<ImportTaskEntity>,
  ) {}

  onModuleInit(): void {
    this.tasks.register({
      name: 'imports',
      handle: (task, execution) => this.run(task, execution),
      failureMessages: importFailureMessages,
      interruptedMessages: IMPORT_INTERRUPTED,
    });
  }

  /** @throws DomainError for a failure that the user can fix */
  private async run(task: ImportTaskEntity, execution: Execution): Promise<void> {
    const { destination, from } = task.request;
    const actor = { ...(await this.accounts.actorForJob(task.userId)), ...(from && { from }) };
    if (destination === undefined) return this.create(actor, task, execution);
    const access = await this.permissions.authorize(actor, destination, 'change_asset');
    if (access === undefined) throw new DeniedError('user cannot update asset');
    return this.overwrite(actor, access, task, execution);
  }

  private async create(actor: UserActor, task: ImportTaskEntity, execution: Execution): Promise<void> {
    const { name = '' } = task.request;
    const result = await this.readForm(await this.readSource(task, execution), task.request);
    if (result.kind === 'library') {
      return this.newAssets.createLibrary(actor, { name, items: result.items }, (transaction, saved) =>
        execution.complete(transaction, libraryMessages(saved, actor)),
      );
    }
    const { assetType, form, warnings } = result;
    const afterSave: AfterSave = (transaction, saved) =>
      execution.complete(transaction, createdMessages(saved, actor, warnings));
    await this.newAssets.createFromForm(actor, assetType, { name, form }, afterSave);
  }

  private async overwrite(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    task: ImportTaskEntity,
    execution: Execution,
  ): Promise<void> {
    const destinationType = await this.assets.typeOf(access);
    if (destinationType === 'collection') {
      throw new InvalidError('cannot import into a collection at this time');
    }
    const file = await this.readSource(task, execution);
    const owner = await this.accounts.usernameOf(access.ownerId);
    // The type of the destination decides how the file is read.
    const desiredType = destinationType === 'empty' ? 'survey' : destinationType;
    const request = { ...task.request, desiredType };
    const result = await this.readForm(file, request);
    if (result.kind === 'library') throw new InvalidError('libraries cannot be imported into assets');
    const { form, warnings } = result;
    const afterSave: AfterSave = async (transaction, saved) => {
      const version = await this.versions.newestIn(transaction, saved.id);
      const trace = { owner, versionUid: version!.uid };
      await execution.complete(transaction, updatedMessages(saved, actor, trace, warnings));
    };
    await this.assets.overwrite(actor, access, { form, name: task.request.name ?? '' }, afterSave);
  }

  /** Reads the uploaded file, or downloads it from the URL (contract-assets 6). */
  private async readSource(
    { uid, userId, request, sourceSha256 }: ImportTaskEntity,
    execution: Execution,
  ): Promise<Buffer> {
    const bytes =
      sourceSha256 === null
        ? await this.sources.read(uid)
        : await buffer(await this.storage.read(sourceSha256));
    if (bytes !== undefined) return bytes;
    if (request.url !== undefined) return this.download(userId, request.url, execution);
    throw new InvalidError('ImportTask data must contain a file, as `file`, `base64Encoded` or `url`.');
  }

  /** One download per user at a time and without a job slot: slow hosts do not delay other users. */
  private download(userId: number, url: string, execution: Execution): Promise<Buffer> {
    execution.releaseSlot();
    const { signal } = execution;
    return this.downloadMutex.runExclusive(userId, () =>
      this.downloader.download(url, { ...DOWNLOAD_LIMITS, signal }),
    );
  }

  private async readForm(bytes: Buffer, { library, desiredType, destination, name = '' }: ImportRequest) {
    // Id of a new form whose settings have none.
    const stem = destination === undefined ? name : '';
    const result = await this.engine.read({
      bytes,
      library,
      overwrites: destination !== undefined,
      ...(desiredType !== undefined && { desiredType }),
      ...(stem !== '' && { stem }),
    });
    if (result.kind === 'form' || result.kind === 'library') return result;
    throw new FormReadError(result);
  }
}

function tooManyDownloads(count: number): InvalidError {
  return new InvalidError(`You have ${count} downloads running or queued. Retry when they have finished.`);
}
