import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain/errors';
import { compareAssets } from '../../domain/migration/compare-assets';
import { compareContent, compareReportStyles } from '../../domain/migration/compare-content';
import { objectOf } from '../../domain/migration/json-fields';
import type { JsonObject } from '../../domain/text/json-value';
import type { SourceAsset, SourceAttachment, SourceSubmission } from '../../domain/migration/source-types';
import { DigestSum, instanceDigest } from '../../domain/migration/submission-state';
import { stripXmlDeclaration } from '../../domain/submission/xml-declaration';
import {
  type StoredReplica,
  type StoredReplicaFile,
  SubmissionReplicaService,
} from '../submission/replica/submission-replica.service';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { SubmissionParser } from '../../workers/submission-parser/submission-parser';
import type { AssetLog } from './asset-log';
import { assetForOwner } from './asset-for-owner';
import type { MigratingAsset } from './asset-migration.service';
import { LocalSource } from './local/local.source';
import type { MigrationObserver, MigrationOptions } from './migration-options';
import { SourcePartError } from './migration-source.port';
import { MigrationRepository } from './migration.repository';
import { canonicalJson } from '../../domain/text/canonical-json';

const ALL_IDS = Number.MAX_SAFE_INTEGER;

/** Running totals of the comparison of one asset. */
class Totals {
  readonly digest = { source: new DigestSum(), here: new DigestSum() };
  readonly count = { source: 0, here: 0 };
  readonly attachments = { source: 0, here: 0 };
}

/** Page of submissions of the source. */
interface ComparedPage {
  readonly page: readonly SourceSubmission[];
  /** Last id of the page before. */
  readonly after: number;
  readonly totals: Totals;
  /** Deployed versions of the source, newest first. */
  readonly versionUids: readonly string[];
}

/** Replica of a page of submissions, as stored. */
interface StoredPage {
  readonly rows: ReadonlyMap<number, StoredReplica>;
  readonly files: readonly StoredReplicaFile[];
}

/** Compares replicas with their source, read anew: proof that nothing was lost. */
@Injectable()
export class MigrationComparisonService {
  constructor(
    private readonly local: LocalSource,
    private readonly replicas: SubmissionReplicaService,
    private readonly state: MigrationRepository,
    private readonly engine: FormEngine,
    private readonly parser: SubmissionParser,
  ) {}

  /** Names the differences one by one in the log. */
  async compare(
    { source, summary, log }: MigratingAsset,
    options: MigrationOptions,
    observer: MigrationObserver,
  ): Promise<void> {
    const original = assetForOwner(await source.readAsset(summary), options);
    const replica = await this.local.readAsset(summary);
    compareAssets(original, replica).forEach(log.differences.add);
    await this.compareForms(original, replica, log);
    if (original.deployment === undefined || log.assetId === undefined) return;
    const totals = new Totals();
    const versionUids = original.versions.flatMap(({ uid, deployed }) => (deployed ? uid : [])).reverse();
    let last = -1;
    for await (const page of source.listSubmissions(summary)) {
      const end = page.at(-1)!.id;
      await this.comparePage({ source, summary, log }, { page, after: last, totals, versionUids }, options);
      observer.submissionsDone(totals.count.source);
      last = end;
    }
    const rest = await this.state.listBetween(log.assetId, last + 1, ALL_IDS);
    for (const { submissionId } of rest) log.differences.add(`submission ${submissionId}: only here`);
    totals.count.here += rest.length;
    log.comparison = {
      count: totals.count,
      digest: { source: String(totals.digest.source), here: String(totals.digest.here) },
      attachments: totals.attachments,
    };
  }

  /** The content and report styles of the source as they would be stored here. */
  private async compareForms(original: SourceAsset, replica: SourceAsset, log: AssetLog): Promise<void> {
    const { assetType, content, reportStyles } = original;
    if (assetType === 'collection') return;
    const form = await this.engine.standardise(content, { assetType, reportStyles });
    compareContent(parseJson(form.content), replica.content).forEach(log.differences.add);
    compareReportStyles(parseJson(form.reportStyles), replica.reportStyles).forEach(log.differences.add);
  }

  /** Versions that a submission names; none if its XML is not readable. */
  private async versionsOf({ versionUid }: SourceSubmission, xml: unknown): Promise<readonly string[]> {
    if (versionUid !== undefined) return [versionUid];
    if (typeof xml !== 'string') return [];
    try {
      return (await this.parser.parse(xml)).facts.versionUids;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return [];
    }
  }

  private async comparePage(
    { source, summary, log }: Pick<MigratingAsset, 'source' | 'summary' | 'log'>,
    { page, after, totals, versionUids }: ComparedPage,
    { verifyFiles }: MigrationOptions,
  ): Promise<void> {
    const assetId = log.assetId!;
    const known = await this.state.listBetween(assetId, after + 1, page.at(-1)!.id);
    const idOf = new Map(known.map((each) => [each.sourceSubmissionId, each.submissionId]));
    const stored = await this.readStored(assetId, [...idOf.values()]);
    const instances = await source.readInstances(summary, page);
    for (const submission of page) {
      const differ = (what: string): void =>
        log.differences.add(`submission ${submission.key ?? submission.id}: ${what}`);
      const xml = instances.get(submission.id);
      const row = stored.rows.get(idOf.get(submission.id) ?? -1);
      totals.count.source += 1;
      totals.attachments.source += submission.attachments.length;
      const digest = typeof xml === 'string' ? tryDigest(xml) : undefined;
      if (digest !== undefined) totals.digest.source.add(digest);
      if (row === undefined) {
        differ('missing here');
        continue;
      }
      totals.count.here += 1;
      const ownDigest = instanceDigest(stripXmlDeclaration(row.xml));
      totals.digest.here.add(ownDigest);
      if (digest !== ownDigest) differ('its answers differ');
      compareFacts(submission, row, differ);
      const named = await this.versionsOf(submission, xml);
      const version = versionUids.find((uid) => named.includes(uid));
      if (version !== undefined && version !== row.versionUid)
        differ(`its version: ${version} at the source, ${row.versionUid ?? 'none'} here`);
      const files = stored.files.filter(({ submissionId }) => submissionId === row.id);
      totals.attachments.here += files.length;
      compareAttachments(submission.attachments, files, differ);
      if (!verifyFiles) continue;
      for (const file of files) {
        const read = (consume: (bytes: Readable) => Promise<string>): Promise<string> =>
          source.readAttachment(
            summary,
            { ...file, submissionId: submission.id, submissionKey: submission.key },
            consume,
          );
        if (!file.isDeleted) await compareBytes(file, read, differ);
      }
    }
  }

  private async readStored(assetId: number, ids: readonly number[]): Promise<StoredPage> {
    const rows = await this.replicas.list(assetId, ids);
    return {
      rows: new Map(rows.map((row) => [row.id, row])),
      files: await this.replicas.listFiles(assetId, ids),
    };
  }
}

function parseJson(bytes: Uint8Array): JsonObject {
  return objectOf(JSON.parse(Buffer.from(bytes).toString()));
}

/** Undefined for malformed XML, which is not stored here. */
function tryDigest(xml: string): string | undefined {
  try {
    return instanceDigest(stripXmlDeclaration(xml));
  } catch {
    return undefined;
  }
}

function compareFacts(source: SourceSubmission, here: StoredReplica, differ: (what: string) => void): void {
  const facts = ({ uuid, rootUuid, submittedBy, submittedAt }: SourceSubmission | StoredReplica) => ({
    uuid: uuid,
    'root uuid': rootUuid,
    submitter: submittedBy,
    // Servers tell the time in whole seconds.
    'submission time': new Date(submittedAt).toISOString().slice(0, 19),
  });
  const [one, other] = [facts(source), facts(here)];
  for (const key of Object.keys(one) as (keyof typeof one)[])
    if (one[key] !== other[key]) differ(`its ${key} differs`);
  if (canonicalJson(source.validationStatus) !== canonicalJson(here.validationStatus))
    differ('its validation status differs');
}

function compareAttachments(
  source: readonly SourceAttachment[],
  here: readonly StoredReplicaFile[],
  differ: (what: string) => void,
): void {
  const byUid = new Map(here.map((file) => [file.uid, file]));
  for (const { uid, name, deleted } of source) {
    const file = byUid.get(uid);
    byUid.delete(uid);
    if (file === undefined) differ(`the attachment ${name} is missing here`);
    else if (file.name !== name || file.isDeleted !== deleted) differ(`the attachment ${name} differs`);
  }
  for (const { name } of byUid.values()) differ(`the attachment ${name} is only here`);
}

async function compareBytes(
  { name, sha256 }: StoredReplicaFile,
  read: (consume: (bytes: Readable) => Promise<string>) => Promise<string>,
  differ: (what: string) => void,
): Promise<void> {
  try {
    const digest = await read(async (bytes) => {
      const sum = createHash('sha256');
      await pipeline(bytes, sum);
      return sum.digest('hex');
    });
    if (digest !== sha256.toString('hex')) differ(`the bytes of ${name} differ`);
  } catch (error) {
    if (!(error instanceof SourcePartError)) throw error;
    differ(`the attachment ${name} cannot be read at the source (${error.message})`);
  }
}
