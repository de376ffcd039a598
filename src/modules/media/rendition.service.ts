import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { ImageRenditionEntity } from '../../database/entities/asset.entity';
import {
  IMAGE_SIZES,
  type ImageSize,
  type OpenedFile,
  type RangeRequest,
} from '../../domain/file/staged-file';
import { ImageResizer } from '../../workers/image-resizer/image-resizer';
import { JobRegistry } from '../../jobs/job-queue.port';
import { Storage, StoredFileOwners } from '../../storage/storage.port';
import { RenditionRepository } from './asset-file.repository';
import { StoredFileService, type StoredFile } from './remote-file.service';

const DAY_MS = 24 * 60 * 60_000;

/** Resizes images on first request and stores the renditions, shared by all references to the same bytes. */
@Injectable()
export class RenditionService implements OnModuleInit {
  /** Single-flight: concurrent requests of a rendition share one resize. */
  private readonly inFlight = new Map<string, Promise<ImageRenditionEntity | undefined>>();

  constructor(
    private readonly renditions: RenditionRepository,
    private readonly files: StoredFileService,
    private readonly resizer: ImageResizer,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.owners.register((sha256s) => this.renditions.findReferenced(sha256s));
    this.registry.registerScheduled({
      name: 'renditions.delete-orphans',
      intervalMs: DAY_MS,
      run: () => this.removeOrphans(),
    });
  }

  /**
   * Opens a rendition, or the file itself if it is not an image or already small enough.
   * @throws NotFoundError when the bytes do not exist, and errors of `ImageResizer.resize`
   */
  async open(file: StoredFile, size: ImageSize, range: RangeRequest): Promise<OpenedFile> {
    const longestSide = IMAGE_SIZES[size];
    if (longestSide === undefined || !file.mimetype.startsWith('image/')) return this.files.open(file, range);
    const rendition = await this.rendition(file.sha256, longestSide);
    return this.files.open(rendition === undefined ? file : { ...rendition, name: file.name }, range);
  }

  /** Removes renditions older than a day whose source no row references. */
  async removeOrphans(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - DAY_MS);
    let batch = await this.renditions.findCreatedBefore(before);
    while (batch.length > 0) {
      for (const orphan of await this.withoutSource(batch)) {
        await this.storage.release(orphan.sha256);
        await this.renditions.remove(orphan);
      }
      batch = await this.renditions.findCreatedBefore(before, batch.at(-1));
    }
  }

  private async withoutSource(renditions: readonly ImageRenditionEntity[]): Promise<ImageRenditionEntity[]> {
    const sources = await this.owners.findReferenced(renditions.map(({ sourceSha256 }) => sourceSha256));
    const referenced = new Set(sources.map((sha256) => sha256.toString('hex')));
    return renditions.filter(({ sourceSha256 }) => !referenced.has(sourceSha256.toString('hex')));
  }

  private async rendition(source: Buffer, longestSide: number): Promise<ImageRenditionEntity | undefined> {
    const key = `${source.toString('hex')} ${longestSide}`;
    const existing =
      this.inFlight.get(key) ?? (await this.renditions.find(source, longestSide)) ?? this.inFlight.get(key);
    if (existing !== undefined) return existing;
    const rendition = this.create(source, longestSide).finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, rendition);
    return rendition;
  }

  private async create(sourceSha256: Buffer, longestSide: number): Promise<ImageRenditionEntity | undefined> {
    const resized = await this.resizer.resize(await this.storage.read(sourceSha256), longestSide);
    if (resized === undefined) return undefined;
    const { bytes, mimetype } = resized;
    const staged = await this.storage.stage([bytes], bytes.length);
    try {
      await staged.promote();
      const { sha256, byteSize } = staged;
      const rendition = {
        sourceSha256,
        longestSide,
        sha256,
        byteSize,
        mimetype,
        dateCreated: this.clock.now(),
      };
      if (await this.renditions.insert(rendition)) {
        await staged.confirm();
        return rendition;
      }
      await staged.rollBack(this.owners.findReferenced);
      return (await this.renditions.find(sourceSha256, longestSide)) ?? undefined;
    } finally {
      await staged.discard();
    }
  }
}
