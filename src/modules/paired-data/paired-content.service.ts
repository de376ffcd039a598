import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { inBoth, isSharing, sharedFields, type SharedFields } from '../../domain/sharing/data-sharing';
import { PAIRED_FRAME, pairedXml } from '../../domain/sharing/paired-xml';
import { parseInstance } from '../../domain/submission/instance-parser';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionInstanceService } from '../submission/submission-instance.service';
import type { ReadAccess } from '../submission/submission.service';
import { type PairingRow, PairingRepository } from './pairing.repository';
import { SourceAccessService } from './source-access.service';

/** A file that forms read. */
export interface PairedContent {
  /** Of the bytes, 32 hex digits. */
  readonly md5: string;
  /** The whole text, or, where it is too large to be remembered, how it is read anew. */
  readonly xml: string | (() => AsyncIterable<string>);
}

/** A file of another project's answers, as collectors hear of it. */
export interface PairedMedia {
  readonly uid: string;
  readonly name: string;
  readonly md5: string;
}

interface Remembered {
  /** What was let through, and to whom: content made for other rights or fields is another content. */
  readonly stamp: string;
  readonly madeAt: number;
  readonly content: Promise<PairedContent>;
}

/** Answers that came since are in the file after so long at the latest. */
const FRESH_MS = 300_000;
/** What is larger is not remembered: it is read again for whoever fetches it. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const MOST_REMEMBERED = 8;

/** The answers of sources as files, of what their sharing, the pairing and the owner's right let through together. */
@Injectable()
export class PairedContentService {
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly pairings: PairingRepository,
    private readonly sources: SourceAccessService,
    private readonly instances: SubmissionInstanceService,
    private readonly forms: DeployedFormService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError when there is no such pairing, or nothing is shared by it any more */
  async show(access: AssetAccess<'add_submissions'>, uid: string): Promise<PairedContent> {
    const pairing = await this.pairings.find(access.assetId, uid);
    const content = pairing && (await this.contentOf(access, pairing));
    if (content === undefined) throw new NotFoundError();
    return content;
  }

  /** The files that a form finds beside its own, oldest first; of what is not shared any more there is none. */
  async mediaOf(access: AssetAccess<'add_submissions'>): Promise<PairedMedia[]> {
    const media: PairedMedia[] = [];
    for (const pairing of await this.pairings.allOf(access.assetId)) {
      const content = await this.contentOf(access, pairing);
      if (content !== undefined) media.push({ uid: pairing.uid, name: pairing.filename, md5: content.md5 });
    }
    return media;
  }

  /** Asked anew each time are the rights and what is shared; only the rows may be some minutes old. */
  private async contentOf(
    access: AssetAccess<'add_submissions'>,
    { uid, source, fields: wanted }: PairingRow,
  ): Promise<PairedContent | undefined> {
    if (source === null || !isSharing(source.dataSharing)) return undefined;
    const [destination, form] = [await this.forms.of(access), await this.forms.of({ assetUid: source.uid })];
    if (destination === undefined || form === undefined) return undefined;
    const reader = await this.sources.prove(access.ownerId, source.uid);
    if (reader === undefined) return undefined;
    const fields = inBoth(sharedFields(source.dataSharing), wanted.length === 0 ? undefined : wanted);
    const stamp = JSON.stringify([source.uid, fields ?? null, reader.filter ?? null]);
    return this.remember(uid, stamp, () => this.make(reader, fields));
  }

  private remember(uid: string, stamp: string, make: () => Promise<PairedContent>): Promise<PairedContent> {
    const now = this.clock.now().getTime();
    const known = this.remembered.get(uid);
    if (known?.stamp === stamp && now - known.madeAt < FRESH_MS) return known.content;
    const made = { stamp, madeAt: now, content: make() };
    this.remembered.delete(uid);
    this.remembered.set(uid, made);
    made.content.catch(() => this.remembered.get(uid) === made && this.remembered.delete(uid));
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.delete(oldest!);
    return made.content;
  }

  private async make(reader: ReadAccess, fields: SharedFields): Promise<PairedContent> {
    const hash = createHash('md5');
    const known: string[] = [];
    let length = 0;
    for await (const piece of this.written(reader, fields)) {
      hash.update(piece);
      length += piece.length;
      if (length <= MOST_CHARACTERS) known.push(piece);
      else known.length = 0;
    }
    const isLarge = length > MOST_CHARACTERS;
    return { md5: hash.digest('hex'), xml: isLarge ? () => this.written(reader, fields) : known.join('') };
  }

  private async *written(reader: ReadAccess, fields: SharedFields): AsyncGenerator<string> {
    yield PAIRED_FRAME.head;
    // What lets nothing through holds no submission, not even an empty one.
    if (fields?.length !== 0) {
      for await (const piece of this.instances.pieces(reader)) {
        yield piece.map((xml) => pairedXml(parseInstance(xml), fields)).join('');
      }
    }
    yield PAIRED_FRAME.tail;
  }
}
