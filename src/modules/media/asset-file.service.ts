import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetEvent } from '../../domain/audit/audit-action';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { Draft } from '../../domain/file/draft';
import type { AskedPart } from '../../domain/file/file-part';
import type { FileContent } from '../../domain/file/opened-file';
import type { FileType } from '../../domain/media/file-type';
import { type FileUpload, readBase64, readFileUpload } from '../../domain/media/file-upload';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetPurges } from '../../events/asset-purge.port';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { AuditService } from '../audit/audit.service';
import { type AssetFileRow, AssetFileRepository, type NewAssetFile } from './asset-file.repository';
import { mediaTypeOf } from './media-type';
import { StoredFileService } from './stored-file.service';

/** A file of an asset as clients see it. */
export type AssetFile = Readonly<Omit<AssetFileRow, 'id' | 'assetId' | 'userId' | 'sha256'>>;

export interface AssetFileInput {
  readonly fileType: FileType;
  readonly description: string;
  /** Undefined when none was sent. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  /** A binary part; a draft as long as no row names it. */
  readonly part: { readonly name: string; readonly draft: Draft } | undefined;
  /** The text of a data URL. */
  readonly base64: string | undefined;
}

/** A file as collectors hear of it. */
export type FormMedia = Pick<AssetFile, 'uid' | 'name' | 'md5'>;

/** Files that go out with forms: media that questions show, layers of maps. */
@Injectable()
export class AssetFileService implements OnModuleInit {
  private readonly logger = new Logger('media');

  constructor(
    private readonly files: AssetFileRepository,
    private readonly storedFiles: StoredFileService,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly clock: Clock,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditService,
    private readonly purges: AssetPurges,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.files.named(sha256s));
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

  /** All of an asset, for the rendering of it. */
  allOf({ assetId }: { assetId: number }): Promise<readonly AssetFile[]> {
    return this.files.allOf(assetId);
  }

  /** What collectors fetch with the form. */
  mediaOf({ assetId }: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    return this.files.mediaOf(assetId);
  }

  /** @throws NotFoundError when there is no such file, or its bytes are gone */
  async content(
    access: AssetAccess<'view_asset' | 'add_submissions'>,
    uid: string,
    asked: AskedPart,
  ): Promise<FileContent> {
    const { sha256, redirectUrl, name, mimetype, byteSize } = await this.find(access, uid);
    if (sha256 === null) return { kind: 'elsewhere', url: redirectUrl! };
    return { kind: 'bytes', file: await this.storedFiles.open({ name, mimetype, byteSize, sha256 }, asked) };
  }

  /**
   * Adds a file. Its bytes are durable before the row that names them.
   * @throws InvalidError for what does not hold, on the field that brought the file (contract-assets 5)
   */
  async add(
    actor: UserActor,
    access: AssetAccess<'change_asset'>,
    input: AssetFileInput,
  ): Promise<AssetFile> {
    const { part, ...sent } = input;
    const upload = readFileUpload({ ...sent, partName: part?.name }, mediaTypeOf);
    const draft = part?.draft ?? (await this.draftOf(input));
    try {
      const named = await this.nameBytes(upload, draft);
      const file = { ...this.describe(actor, access, input, upload), ...named };
      if (await this.insert(actor, file)) {
        await draft?.keep().catch((error: unknown) => this.logger.warn(error));
        return { ...file, username: actor.username };
      }
      await draft?.withdraw(this.owners.named);
      throw new InvalidError({ [upload.field]: ['File already exists'] });
    } finally {
      await draft?.discard();
    }
  }

  /** @throws NotFoundError when there is no such file */
  async remove(actor: UserActor, access: AssetAccess<'change_asset'>, uid: string): Promise<void> {
    const { id, sha256, name } = await this.find(access, uid);
    // First, so that a crash in between leaves the question who needs the bytes, and not the bytes.
    if (sha256 !== null) await this.storage.release(sha256);
    await this.unitOfWork.run(async (transaction) => {
      if (!(await this.files.remove(transaction, id))) throw new NotFoundError();
      await this.audit.tell(transaction, actor, access.assetId, [fileEvent('delete-media', uid, name)]);
    });
  }

  /** Gives an asset the files of another one, but for those whose name it has: the same bytes, named once more. */
  async copyAll(
    transaction: Transaction,
    actor: UserActor,
    { assetId: from }: AssetAccess<'view_asset'>,
    to: number,
  ): Promise<void> {
    if (from === to) return;
    const now = this.clock.now();
    const files = await this.files.copied(transaction, from);
    await this.files.insertAll(
      transaction,
      files.map(({ id: _id, ...file }) => ({
        ...file,
        uid: makeUid(UID_PREFIX.assetFile, randomBytes),
        assetId: to,
        userId: actor.id,
        dateCreated: now,
      })),
    );
  }

  /** The rows go with the asset. */
  private async releaseAll(assetId: number): Promise<void> {
    for (const { sha256 } of await this.files.allOf(assetId)) {
      if (sha256 !== null) await this.storage.release(sha256);
    }
  }

  /** @returns false when the asset has a file of that name */
  private insert(actor: UserActor, file: NewAssetFile): Promise<boolean> {
    return this.unitOfWork.run(async (transaction) => {
      const isNew = await this.files.insert(transaction, file);
      const { assetId, uid, name } = file;
      if (isNew) await this.audit.tell(transaction, actor, assetId, [fileEvent('add-media', uid, name)]);
      return isNew;
    });
  }

  private async find({ assetId }: { assetId: number }, uid: string): Promise<AssetFileRow> {
    const file = await this.files.find(assetId, uid);
    if (file === undefined) throw new NotFoundError();
    return file;
  }

  private async draftOf({ base64 }: AssetFileInput): Promise<Draft | undefined> {
    if (base64 === undefined) return undefined;
    const bytes = readBase64(base64);
    return this.storage.draft(Readable.from([bytes]), bytes.length);
  }

  /** Where the bytes are, durably. */
  private async nameBytes({ redirectUrl = '' }: FileUpload, draft: Draft | undefined) {
    if (draft === undefined)
      return { md5: `${md5Of(redirectUrl)}-url`, sha256: null, byteSize: 0, redirectUrl };
    await draft.promote();
    const { sha256, byteSize } = draft;
    return { md5: await this.md5OfBytes(sha256), sha256, byteSize, redirectUrl: null };
  }

  /** Collectors know files by their MD5; it is taken of the bytes as they are kept. */
  private async md5OfBytes(sha256: Buffer): Promise<string> {
    const hash = createHash('md5');
    await pipeline(await this.storage.read(sha256), hash);
    return hash.digest('hex');
  }

  private describe(
    actor: UserActor,
    { assetId }: AssetAccess<'change_asset'>,
    { fileType, description, metadata = {} }: AssetFileInput,
    { fileName, mimetype }: FileUpload,
  ) {
    return {
      uid: makeUid(UID_PREFIX.assetFile, randomBytes),
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
  return createHash('md5').update(text).digest('hex');
}
