import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../config/secret-key';
import type { UserActor } from '../../domain/account/actor';
import type { UploadOptions, UploadPlan } from '../../domain/entity/upload-plan';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { StagedFile } from '../../domain/file/staged-file';
import { Storage } from '../../storage/storage.port';
import { EntityUploadService } from './entity-upload.service';
import type { NewEntity } from './entity.service';
import { sourceOfCsv, sourceOfEntities, sourceOfText, type UploadSource } from './upload-source';

export interface UploadInput extends UploadOptions {
  /** Entities, the text of a CSV file, or the file. */
  readonly content: Iterable<NewEntity> | string | StagedFile;
  readonly skipsRefused: boolean;
}

/** Content of a sealed ticket for a file that was previewed. */
interface Ticket {
  readonly user: number;
  readonly list: string;
  readonly sha256: string;
  readonly fingerprint: string;
  /** Identifies the preview, which is stored once. */
  readonly upload: string;
}

export interface Preview {
  readonly plan: UploadPlan;
  /** Confirms the plan. */
  readonly ticket: string;
}

const NO_FILE = 'The file is no longer here: it is kept for an hour. Upload it again.';

/** Uploads of entities from files, which wait in the storage between the preview and its confirmation. */
@Injectable()
export class EntityUploadFileService {
  constructor(
    private readonly uploads: EntityUploadService,
    private readonly storage: Storage,
    private readonly box: SecretBox,
  ) {}

  /** Stores, or decides what storing would do. @throws as `EntityUploadService.store` */
  async run(
    actor: UserActor,
    list: string,
    { content, preview, ...options }: UploadInput & { readonly preview: boolean },
  ): Promise<UploadPlan> {
    const source = await this.sourceOf(content);
    return preview
      ? this.uploads.preview(actor, list, source, options)
      : this.uploads.store(actor, list, source, options);
  }

  /** Decides what storing a file would do, and keeps it. @throws as `EntityUploadService.preview` */
  async preview(
    actor: UserActor,
    list: string,
    content: string | StagedFile,
    options: UploadOptions,
  ): Promise<Preview> {
    const sha256 = await this.keep(typeof content === 'string' ? await this.stage(content) : content);
    return this.previewStored(actor, list, sha256, options);
  }

  /**
   * Stores the rows of a previewed file that are not refused.
   * @throws StaleStateError if they would do something else than in the preview; InvalidError if the file is gone
   */
  async confirm(actor: UserActor, list: string, sealed: string, options: UploadOptions): Promise<UploadPlan> {
    const { sha256, fingerprint, upload } = this.open(actor, list, sealed);
    const source = await this.sourceOfStored(sha256);
    return this.uploads.store(actor, list, source, {
      ...options,
      skipsRefused: true,
      expected: fingerprint,
      upload,
    });
  }

  /** Decides again, after the list was changed. @throws as `confirm` */
  async previewAgain(
    actor: UserActor,
    list: string,
    sealed: string,
    options: UploadOptions,
  ): Promise<Preview> {
    return this.previewStored(actor, list, this.open(actor, list, sealed).sha256, options);
  }

  private async previewStored(
    actor: UserActor,
    list: string,
    sha256: Buffer,
    options: UploadOptions,
  ): Promise<Preview> {
    const plan = await this.uploads.preview(actor, list, await this.sourceOfStored(sha256), options);
    const { fingerprint } = plan;
    const ticket: Ticket = {
      user: actor.id,
      list,
      sha256: sha256.toString('hex'),
      fingerprint,
      upload: randomUUID(),
    };
    return { plan, ticket: this.box.seal(JSON.stringify(ticket)).toString('base64url') };
  }

  private async sourceOf(content: UploadInput['content']): Promise<UploadSource> {
    if (typeof content === 'string') return sourceOfText(content);
    if ('sha256' in content) return this.sourceOfStored(await this.keep(content));
    return sourceOfEntities(content);
  }

  private stage(text: string): Promise<StagedFile> {
    const bytes = Buffer.from(text);
    return this.storage.stage([bytes], bytes.length);
  }

  /** Not confirmed: the storage cleanup deletes the bytes after an hour. */
  private async keep(staged: StagedFile): Promise<Buffer> {
    try {
      await staged.promote();
    } finally {
      await staged.discard();
    }
    return staged.sha256;
  }

  private sourceOfStored(sha256: Buffer): Promise<UploadSource> {
    return sourceOfCsv(async () => {
      try {
        return await this.storage.read(sha256);
      } catch (error) {
        if (error instanceof NotFoundError) throw InvalidError.at('csv', NO_FILE);
        throw error;
      }
    });
  }

  private open(
    actor: UserActor,
    list: string,
    sealed: string,
  ): { sha256: Buffer } & Pick<Ticket, 'fingerprint' | 'upload'> {
    let ticket: Ticket;
    try {
      ticket = JSON.parse(this.box.open(Buffer.from(sealed, 'base64url'))) as Ticket;
    } catch {
      throw InvalidError.at('csv', NO_FILE);
    }
    if (ticket.user !== actor.id || ticket.list !== list) throw InvalidError.at('csv', NO_FILE);
    const { fingerprint, upload } = ticket;
    return { sha256: Buffer.from(ticket.sha256, 'hex'), fingerprint, upload };
  }
}
