import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import {
  intersectFields,
  isSharing,
  sharedFields,
  type SharedFields,
  PAIRED_FRAME,
  pairedXml,
} from '../../../domain/sharing/data-sharing';
import { parseInstance } from '../../../domain/submission/instance-parser';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { SubmissionInstanceService, type ReadAccess } from '../read/submission.service';
import {
  type Generation,
  type GenerationKey,
  PairedDataRepository,
  type PairedDataRow,
} from './paired-data.repository';
import { SourceAccessService } from './paired-data.service';

type WriteXml = () => AsyncIterable<string>;

export interface PairedContent {
  /** MD5 of the XML, 32 hex digits. */
  readonly md5: string;
  /** Text, or a generator of it if it is too large to be shared. */
  readonly xml: string | WriteXml;
}

export interface PairedMedia {
  readonly uid: string;
  readonly name: string;
  readonly md5: string;
}

const PRUNE_INTERVAL_MS = 300_000;
/** Larger content is rebuilt per request. */
const MAX_SHARED_CHARACTERS = 16 * 1024 * 1024;
const MAX_CACHE_ENTRIES = 8;

/**
 * Builds XML files of source submissions, restricted by data sharing, paired fields and permissions of the owner. All
 * processes serve the same content for five minutes (decision 88).
 */
@Injectable()
export class PairedContentService implements OnModuleInit {
  /** Content by id of the paired data: the latest of which this process knows. */
  private readonly cache = new LRUCache<number, PairedContent>({ max: MAX_CACHE_ENTRIES });
  /** Single-flight per content. */
  private readonly loading = new Map<string, Promise<PairedContent>>();

  constructor(
    private readonly pairedData: PairedDataRepository,
    private readonly sources: SourceAccessService,
    private readonly instances: SubmissionInstanceService,
    private readonly forms: DeployedFormService,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'paired-content.prune',
      intervalMs: PRUNE_INTERVAL_MS,
      run: () => this.pairedData.pruneContent(),
    });
  }

  /** @throws NotFoundError if the paired data does not exist, or the source is no longer shared */
  async get(access: AssetAccess<'add_submissions'>, uid: string): Promise<PairedContent> {
    const pairedData = await this.pairedData.find(access.assetId, uid);
    return orNotFound(pairedData && (await this.findContent(access, pairedData)));
  }

  /** Lists the paired files of a form, oldest first, without sources that are no longer shared. */
  async mediaOf(access: AssetAccess<'add_submissions'>): Promise<PairedMedia[]> {
    const media: PairedMedia[] = [];
    for (const pairedData of await this.pairedData.listAll(access.assetId)) {
      const content = await this.findContent(access, pairedData);
      if (content !== undefined)
        media.push({ uid: pairedData.uid, name: pairedData.filename, md5: content.md5 });
    }
    return media;
  }

  /** Checks permissions and sharing on each call; only rows may be stale, up to five minutes. */
  private async findContent(
    access: AssetAccess<'add_submissions'>,
    { id, source, fields: pairedFields }: PairedDataRow,
  ): Promise<PairedContent | undefined> {
    if (source === null || !isSharing(source.dataSharing)) return undefined;
    const [destination, form] = [
      await this.forms.findByAsset(access),
      await this.forms.findByAsset({ assetUid: source.uid }),
    ];
    if (destination === undefined || form === undefined) return undefined;
    const reader = await this.sources.authorizeOwner(access.ownerId, source.uid);
    if (reader === undefined) return undefined;
    const fields = intersectFields(
      sharedFields(source.dataSharing),
      pairedFields.length === 0 ? undefined : pairedFields,
    );
    const fingerprint = JSON.stringify([source.uid, fields ?? null, reader.filter ?? null]);
    return this.current({ pairedDataId: id, fingerprint }, () => this.writeXml(reader, fields));
  }

  /** Content of the current generation, or of a new one. */
  private async current(key: GenerationKey, write: WriteXml): Promise<PairedContent> {
    const { now, generation } = await this.pairedData.findContent(key);
    if (generation?.isLarge === true) return { md5: generation.md5, xml: write };
    const cached = this.cache.get(key.pairedDataId);
    if (generation !== undefined && cached?.md5 === generation.md5) return cached;
    return this.coalesce([key, generation?.md5], async () => {
      const content = generation && (await this.load(key, generation));
      return content ?? this.publish(key, now, write);
    });
  }

  private async load(
    { pairedDataId }: GenerationKey,
    { md5 }: Generation,
  ): Promise<PairedContent | undefined> {
    const xml = await this.pairedData.readXml(pairedDataId, md5);
    if (xml === undefined) return undefined;
    const content = { md5, xml };
    this.cache.set(pairedDataId, content);
    return content;
  }

  /** Builds content, and returns that of another process if it was first. */
  private async publish(key: GenerationKey, readSince: string, write: WriteXml): Promise<PairedContent> {
    const built = await this.build(write);
    const { md5 } = built;
    const xml = typeof built.xml === 'string' ? built.xml : undefined;
    if (await this.pairedData.publishContent({ ...key, md5, xml, readSince })) {
      if (xml !== undefined) this.cache.set(key.pairedDataId, built);
      return built;
    }
    const { generation } = await this.pairedData.findContent(key);
    return (generation && (await this.load(key, generation))) ?? built;
  }

  private coalesce(key: unknown, load: () => Promise<PairedContent>): Promise<PairedContent> {
    const name = JSON.stringify(key);
    let content = this.loading.get(name);
    if (content === undefined) {
      content = load().finally(() => this.loading.delete(name));
      this.loading.set(name, content);
    }
    return content;
  }

  private async build(write: WriteXml): Promise<PairedContent> {
    const hash = createHash('md5');
    const chunks: string[] = [];
    let length = 0;
    for await (const chunk of write()) {
      hash.update(chunk);
      length += chunk.length;
      if (length <= MAX_SHARED_CHARACTERS) chunks.push(chunk);
      else chunks.length = 0;
    }
    const isLarge = length > MAX_SHARED_CHARACTERS;
    return { md5: hash.digest('hex'), xml: isLarge ? write : chunks.join('') };
  }

  private async *writeXml(reader: ReadAccess, fields: SharedFields): AsyncGenerator<string> {
    yield PAIRED_FRAME.head;
    // Without shared fields the file has no submissions, not even empty ones.
    if (fields?.length !== 0) {
      for await (const chunk of this.instances.chunks(reader)) {
        yield chunk.map((xml) => pairedXml(parseInstance(xml), fields)).join('');
      }
    }
    yield PAIRED_FRAME.tail;
  }
}
