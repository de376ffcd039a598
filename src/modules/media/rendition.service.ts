import { Readable } from 'node:stream';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ImageRenditionEntity } from '../../database/entities/image-rendition.entity';
import type { AskedPart } from '../../domain/file/file-part';
import { IMAGE_SIZES, type ImageSize } from '../../domain/file/image-size';
import type { OpenedFile } from '../../domain/file/opened-file';
import { ImageShrinker } from '../../workers/image-resizer/image-shrinker.port';
import { JobRegistry } from '../../jobs/job-queue.port';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { RenditionRepository } from './rendition.repository';
import { type StoredFile, StoredFileService } from './stored-file.service';

const DAY_MS = 24 * 60 * 60_000;

/** Images in the sizes that clients ask for: made when first asked for, once for all who name the same bytes. */
@Injectable()
export class RenditionService implements OnModuleInit {
  /** What is being made now, so that many who open the same page make one. */
  private readonly making = new Map<string, Promise<ImageRenditionEntity | undefined>>();

  constructor(
    private readonly renditions: RenditionRepository,
    private readonly files: StoredFileService,
    private readonly shrinker: ImageShrinker,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.renditions.named(sha256s));
    this.registry.registerChore({
      name: 'remove renditions of images that are gone',
      everyMs: DAY_MS,
      run: () => this.sweep(),
    });
  }

  /**
   * A file in a size; the file itself when it is no image that can be made smaller.
   * @throws NotFoundError when the bytes are gone, and what `ImageShrinker.shrink` throws
   */
  async open(file: StoredFile, size: ImageSize, asked: AskedPart): Promise<OpenedFile> {
    const longestSide = IMAGE_SIZES[size];
    if (longestSide === undefined || !file.mimetype.startsWith('image/')) return this.files.open(file, asked);
    const rendition = await this.rendition(file.sha256, longestSide);
    return this.files.open(rendition === undefined ? file : { ...rendition, name: file.name }, asked);
  }

  /** Removes those whose image is gone for a day at least. */
  async sweep(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - DAY_MS);
    for (const orphan of await this.renditions.orphans(before)) {
      await this.storage.release(orphan.sha256);
      await this.renditions.remove(orphan);
    }
  }

  private async rendition(source: Buffer, longestSide: number): Promise<ImageRenditionEntity | undefined> {
    const key = `${source.toString('hex')} ${longestSide}`;
    const known =
      this.making.get(key) ?? (await this.renditions.find(source, longestSide)) ?? this.making.get(key);
    if (known !== undefined) return known;
    const made = this.make(source, longestSide).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(sourceSha256: Buffer, longestSide: number): Promise<ImageRenditionEntity | undefined> {
    const small = await this.shrinker.shrink(await this.storage.read(sourceSha256), longestSide);
    if (small === undefined) return undefined;
    const { bytes, mimetype } = small;
    const draft = await this.storage.draft(Readable.from([bytes]), bytes.length);
    try {
      await draft.promote();
      const { sha256, byteSize } = draft;
      const rendition = {
        sourceSha256,
        longestSide,
        sha256,
        byteSize,
        mimetype,
        dateCreated: this.clock.now(),
      };
      if (await this.renditions.insert(rendition)) {
        await draft.keep();
        return rendition;
      }
      await draft.withdraw(this.owners.named);
      return (await this.renditions.find(sourceSha256, longestSide)) ?? undefined;
    } finally {
      await draft.discard();
    }
  }
}
