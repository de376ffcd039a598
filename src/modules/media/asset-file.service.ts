import { createHash, hash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { lookup } from 'mime-types';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetEvent } from '../../domain/audit/audit-action';
import { InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import type { StagedFile, FileContent, UploadedFile, RangeRequest } from '../../domain/file/staged-file';
import { filesOf } from '../../domain/quota';
import { type FileType, type FileUpload, readBase64, readFileUpload } from '../../domain/media/file-upload';
import { superfluousFiles } from '../../domain/media/former-files';
import { hasChoices, MAX_CHECKED_BYTES, mediaWarnings } from '../../domain/media/media-warnings';
import type { Page, PageWindow } from '../../domain/page';
import { assertBelowLimit, MAX_ASSET_FILES } from '../../domain/saved-limit';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetPurges } from '../../events/subscribers.port';
import { Storage, StoredFileOwners } from '../../storage/storage.port';
import { AuditService } from '../audit/audit.service';
import { type OwnedProject, QuotaService } from '../account/quota/quota.service';
import { type AssetFileRow, AssetFileRepository, type NewAssetFile } from './asset-file.repository';
import { RemoteFileService, StoredFileService } from './remote-file.service';

/** Extensions missing from mime-types. */
const UNREGISTERED: ReadonlyMap<string, string> = new Map([
  ['.wkt', 'application/wkt'],
  ['.wav', 'audio/x-wav'],
]);

/** Media type by file extension; '' when unknown. */
function mediaTypeOf(fileName: string): string {
  const extension = /\.[^.]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
  // `lookup` takes a name without a dot for an extension.
  if (extension === '') return '';
  return UNREGISTERED.get(extension) ?? (lookup(extension) || '');
}

export type AssetFile = Readonly<Omit<AssetFileRow, 'id' | 'assetId' | 'userId' | 'sha256' | 'dateRemoved'>>;

export interface AssetFileInput {
  readonly fileType: FileType;
  readonly description: string;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly part: UploadedFile | undefined;
  readonly base64: string | undefined;
}

export interface AddedFile extends AssetFile {
  /** Reasons why the file fails as form media, as sentences. */
  readonly warnings: readonly string[];
}

/** Form media as listed in OpenRosa manifests. */
export type FormMedia = Pick<AssetFile, 'uid' | 'name' | 'md5'>;

/** Manages asset files: form media and map layers. */
@Injectable()
export class AssetFileService implements OnModuleInit {
  private readonly logger = new Logger('media');

  constructor(
    private readonly files: AssetFileRepository,
    private readonly storedFiles: StoredFileService,
    private readonly remoteFiles: RemoteFileService,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
    private readonly quotas: QuotaService,
    private readonly purges: AssetPurges,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.files.findReferenced(sha256s));
    this.purges.add((assetId) => this.releaseAll(assetId));
  }

  list(
    { assetId }: AssetAccess<'view_asset'>,
    fileType: string | undefined,
    window: PageWindow,
  ): Promise<Page<AssetFile>> {
    return this.files.list(assetId, fileType, window);
  }

  show(access: AssetAccess<'view_asset'>, uid: string): Promise<AssetFile> {
    return this.find(access, uid);
  }

  /** Reasons why a file fails as form media, as sentences; none for an unknown file. */
  async warnings({ assetId }: AssetAccess<'view_asset'>, uid: string): Promise<readonly string[]> {
    const file = /^\w+$/.test(uid) ? await this.files.find(assetId, uid) : undefined;
    return file === undefined ? [] : this.warningsOf(file);
  }

  allOf({ assetId }: { assetId: number }): Promise<readonly AssetFile[]> {
    return this.files.allOf(assetId);
  }

  /** Form media that data collection apps download. */
  mediaOf({ assetId }: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    return this.files.mediaOf(assetId);
  }

  /**
   * @param readsRemote returns the bytes of a file at another host, instead of its URL
   * @throws NotFoundError when the file or its bytes do not exist
   */
  async content(
    access: AssetAccess<'view_asset' | 'add_submissions'>,
    uid: string,
    range: RangeRequest,
    readsRemote = false,
  ): Promise<FileContent> {
    const { sha256, redirectUrl, name, mimetype, byteSize } = await this.find(access, uid);
    if (sha256 === null) {
      const url = redirectUrl!;
      if (!readsRemote) return { kind: 'remote', url };
      return { kind: 'bytes', file: await this.remoteFiles.open({ name, mimetype, url }, range) };
    }
    return { kind: 'bytes', file: await this.storedFiles.open({ name, mimetype, byteSize, sha256 }, range) };
  }

  private async warningsOf({
    name,
    fileType,
    sha256,
    byteSize,
  }: Pick<NewAssetFile, 'name' | 'fileType' | 'sha256' | 'byteSize'>): Promise<string[]> {
    if (fileType !== 'form_media' || sha256 === null || !hasChoices(name)) return [];
    const isWhole = byteSize <= MAX_CHECKED_BYTES;
    const range = { start: 0, end: MAX_CHECKED_BYTES - 1 };
    const bytes = await buffer(await this.storage.read(sha256, isWhole ? undefined : range));
    return mediaWarnings(name, bytes, isWhole);
  }

  /**
   * Adds a file. Makes the bytes durable before committing the row that references them.
   * @throws InvalidError on the field that carries the file (contract-assets 5); OverQuotaError
   */
  async add(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: AssetFileInput,
  ): Promise<AddedFile> {
    const { part, ...sent } = input;
    const { count } = await this.files.list(access.assetId, undefined, { limit: 1, start: 0 });
    assertBelowLimit(count, 'The project has', 'files', MAX_ASSET_FILES);
    const upload = readFileUpload({ ...sent, partFileName: part?.name }, mediaTypeOf);
    const staged = part?.staged ?? (await this.stageBase64(input));
    try {
      await this.quotas.assertRoom(access, filesOf(staged === undefined ? [] : [staged]));
      const named = await this.storeBytes(upload, staged);
      const file = { ...this.describe(actor, access, input, upload), ...named };
      if (await this.insert(actor, file)) {
        await staged?.confirm().catch((error: unknown) => this.logger.warn(error));
        return { ...file, username: actor.username, warnings: await this.warningsOf(file) };
      }
      await staged?.rollBack(this.owners.findReferenced);
      throw InvalidError.at(upload.field, 'File already exists');
    } finally {
      await staged?.discard();
    }
  }

  /** @throws NotFoundError when the file does not exist */
  async remove(actor: UserActor, access: AssetAccess<'change_asset'>, uid: string): Promise<void> {
    const file = await this.find(access, uid);
    const { id, name } = file;
    const isKept = await this.holdsLabels(file);
    const superfluous = isKept
      ? superfluousFiles(file, await this.files.formerMediaOf(file.assetId))
      : [file];
    // Releases first: after a crash in between, cleanup still checks the bytes instead of leaking them.
    for (const { sha256 } of superfluous) if (sha256 !== null) await this.storage.release(sha256);
    await this.unitOfWork.run(async (transaction) => {
      const isRemoved = isKept
        ? await this.files.retire(transaction, id, this.clock.now())
        : await this.files.remove(transaction, id);
      if (!isRemoved) throw new NotFoundError();
      for (const former of superfluous) if (former.id !== id) await this.files.remove(transaction, former.id);
      await this.audit.recordAssetEvents(transaction, actor, access.assetId, [
        fileEvent('delete-media', uid, name),
      ]);
    });
  }

  /** Whether answers may name choices of the file, whose labels exports still read once it is replaced or removed. */
  private async holdsLabels({ assetId, fileType, name, sha256 }: AssetFileRow): Promise<boolean> {
    const isList = fileType === 'form_media' && sha256 !== null && hasChoices(name);
    return isList && (await this.files.isDeployed(assetId));
  }

  /** Copies the rows of files to another asset, referencing the same bytes. Skips form media whose names exist. @throws OverQuotaError */
  async copyAll(
    transaction: Transaction,
    actor: UserActor,
    { assetId: from }: AssetAccess<'view_asset'>,
    to: OwnedProject,
  ): Promise<void> {
    if (from === to.assetId) return;
    const now = this.clock.now();
    const files = await this.files.listCopyable(transaction, from);
    await this.quotas.assertRoomWithin(transaction, to, filesOf(files));
    await this.files.insertAll(
      transaction,
      files.map(({ id: _id, ...file }) => ({
        ...file,
        uid: generateUid(UID_PREFIX.assetFile, randomBytes),
        assetId: to.assetId,
        userId: actor.id,
        dateCreated: now,
      })),
    );
  }

  /** Releases the bytes only: the rows are deleted with the asset. */
  private async releaseAll(assetId: number): Promise<void> {
    for (const sha256 of await this.files.hashesOf(assetId)) await this.storage.release(sha256);
  }

  /** @returns false when a file of that name exists */
  private insert(actor: UserActor, file: NewAssetFile): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const isNew = await this.files.insert(transaction, file);
      const { assetId, uid, name } = file;
      if (isNew)
        await this.audit.recordAssetEvents(transaction, actor, assetId, [fileEvent('add-media', uid, name)]);
      return isNew;
    });
  }

  private async find({ assetId }: { assetId: number }, uid: string): Promise<AssetFileRow> {
    return orNotFound(await this.files.find(assetId, uid));
  }

  private async stageBase64({ base64 }: AssetFileInput): Promise<StagedFile | undefined> {
    if (base64 === undefined) return undefined;
    const bytes = readBase64(base64);
    return this.storage.stage([bytes], bytes.length);
  }

  /** Makes the bytes durable and returns their columns. */
  private async storeBytes({ redirectUrl = '' }: FileUpload, staged: StagedFile | undefined) {
    if (staged === undefined)
      return { md5: `${md5Of(redirectUrl)}-url`, sha256: null, byteSize: 0, redirectUrl };
    await staged.promote();
    const { sha256, byteSize } = staged;
    return { md5: await this.md5OfBytes(sha256), sha256, byteSize, redirectUrl: null };
  }

  /** OpenRosa manifests identify files by MD5. */
  private async md5OfBytes(sha256: Buffer): Promise<string> {
    const md5 = createHash('md5');
    await pipeline(await this.storage.read(sha256), md5);
    return md5.digest('hex');
  }

  private describe(
    actor: UserActor,
    { assetId }: AssetAccess<'change_asset'>,
    { fileType, description, metadata = {} }: AssetFileInput,
    { fileName, mimetype }: FileUpload,
  ) {
    return {
      uid: generateUid(UID_PREFIX.assetFile, randomBytes),
      assetId,
      userId: actor.id,
      fileType,
      description,
      name: fileName,
      mimetype,
      metadata,
      dateCreated: this.clock.now(),
    };
  }
}

function fileEvent(action: 'add-media' | 'delete-media', uid: string, filename: string): AssetEvent {
  return { action, metadata: { 'asset-file': { uid, filename } } };
}

function md5Of(text: string): string {
  return hash('md5', text);
}
