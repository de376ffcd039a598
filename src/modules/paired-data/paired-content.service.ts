import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../config/clock';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  intersectFields,
  isSharing,
  sharedFields,
  type SharedFields,
} from '../../domain/sharing/data-sharing';
import { PAIRED_FRAME, pairedXml } from '../../domain/sharing/paired-file';
import { parseInstance } from '../../domain/submission/instance-parser';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionInstanceService } from '../submission/read/submission-instance.service';
import type { ReadAccess } from '../submission/read/submission.service';
import { type PairedDataRow, PairedDataRepository } from './paired-data.repository';
import { SourceAccessService } from './source-access.service';

export interface PairedContent {
  /** MD5 of the XML, 32 hex digits. */
  readonly md5: string;
  /** Text, or a generator of it if it is too large to be cached. */
  readonly xml: string | (() => AsyncIterable<string>);
}

export interface PairedMedia {
  readonly uid: string;
  readonly name: string;
  readonly md5: string;
}

interface CacheEntry {
  /** Source, fields and row filter that the content was built for. */
  readonly fingerprint: string;
  readonly createdAt: number;
  readonly content: Promise<PairedContent>;
}

const CACHE_TTL_MS = 300_000;
/** Larger content is rebuilt per request. */
const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
const MAX_CACHE_ENTRIES = 8;

/** Builds XML files of source submissions, restricted by data sharing, paired fields and permissions of the owner. */
@Injectable()
export class PairedContentService {
  private readonly cache = new LRUCache<string, CacheEntry>({ max: MAX_CACHE_ENTRIES });

  constructor(
    private readonly pairedData: PairedDataRepository,
    private readonly sources: SourceAccessService,
    private readonly instances: SubmissionInstanceService,
    private readonly forms: DeployedFormService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError if the paired data does not exist, or the source is no longer shared */
  async get(access: AssetAccess<'add_submissions'>, uid: string): Promise<PairedContent> {
    const pairedData = await this.pairedData.find(access.assetId, uid);
    const content = pairedData && (await this.findContent(access, pairedData));
    if (content === undefined) throw new NotFoundError();
    return content;
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

  /** Checks permissions and sharing on each call; only rows may be stale, up to the TTL. */
  private async findContent(
    access: AssetAccess<'add_submissions'>,
    { uid, source, fields: pairedFields }: PairedDataRow,
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
    return this.getCached(uid, fingerprint, () => this.build(reader, fields));
  }

  private getCached(
    uid: string,
    fingerprint: string,
    build: () => Promise<PairedContent>,
  ): Promise<PairedContent> {
    const now = this.clock.now().getTime();
    const cached = this.cache.get(uid);
    if (cached?.fingerprint === fingerprint && now - cached.createdAt < CACHE_TTL_MS) return cached.content;
    const entry = { fingerprint, createdAt: now, content: build() };
    this.cache.set(uid, entry);
    entry.content.catch(() => this.cache.peek(uid) === entry && this.cache.delete(uid));
    return entry.content;
  }

  private async build(reader: ReadAccess, fields: SharedFields): Promise<PairedContent> {
    const hash = createHash('md5');
    const chunks: string[] = [];
    let length = 0;
    for await (const chunk of this.writeXml(reader, fields)) {
      hash.update(chunk);
      length += chunk.length;
      if (length <= MAX_CACHED_CHARACTERS) chunks.push(chunk);
      else chunks.length = 0;
    }
    const isLarge = length > MAX_CACHED_CHARACTERS;
    return { md5: hash.digest('hex'), xml: isLarge ? () => this.writeXml(reader, fields) : chunks.join('') };
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
