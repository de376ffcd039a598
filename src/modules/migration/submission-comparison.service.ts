import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../domain/errors';
import { objectOf } from '../../domain/migration/asset-json';
import type { SourceAsset, SourceSubmission } from '../../domain/migration/source-types';
import { instanceDigest } from '../../domain/migration/submission-state';
import {
  compareVisible,
  type Difference,
  type VisibleSubmission,
  visibleSubmission,
} from '../../domain/migration/visible-submission';
import { stripXmlDeclaration } from '../../domain/submission/instance-document';
import type { JsonObject } from '../../domain/text/json-members';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { type ParsedSubmission, SubmissionParser } from '../../workers/submission-parser/submission-parser';
import {
  type StoredMovedSubmission,
  type MovedFile,
  MovedSubmissionService,
} from '../submission/moved/moved-submission.service';
import { MovedHistoryService } from '../submission/moved/moved-history.service';
import type { MigratingAsset } from './asset-migration.service';
import {
  compareAttachments,
  compareFacts,
  compareShown,
  tryDigest,
  logTotals,
  Totals,
} from './compare-stored';
import { compareHistory, SourceVersions } from './source-versions';
import type { MigrationObserver, MigrationOptions } from './migration-options';
import { SourcePartError } from './migration-source.port';
import { MigrationRepository } from './migration.repository';
import { type StaleFiles, SubmissionMigrationService } from './submission-migration.service';

const ALL_IDS = Number.MAX_SAFE_INTEGER;
const DIFFER = 'differ';

/** By id of the submission, then by uid of the file: DIFFER, or why it cannot be read. */
type FileProblems = Map<number, ReadonlyMap<string, string>>;
type Stored = Awaited<ReturnType<SubmissionComparisonService['readStored']>>;

/** Comparison of one asset. */
interface Comparison {
  readonly moving: MigratingAsset;
  readonly versions: SourceVersions;
  readonly options: MigrationOptions;
  readonly totals: Totals;
}

/** Submission on both sides. */
interface Pair {
  readonly submission: SourceSubmission;
  readonly label: string | number;
  readonly xml: unknown;
  /** JSON of the data API of the source. */
  readonly shown: JsonObject | undefined;
  readonly row: StoredMovedSubmission;
  readonly files: readonly MovedFile[];
  /** By uid of the file. */
  readonly fileProblems: ReadonlyMap<string, string>;
}

/**
 * Compares submissions with their source, read anew: their XML, and what people see of them. That is read from the data API
 * of the source, and from its XML by its own forms, so that neither the mover nor this service proves itself.
 */
@Injectable()
export class SubmissionComparisonService {
  constructor(
    private readonly copies: MovedSubmissionService,
    private readonly histories: MovedHistoryService,
    private readonly state: MigrationRepository,
    private readonly submissions: SubmissionMigrationService,
    private readonly engine: FormEngine,
    private readonly parser: SubmissionParser,
  ) {}

  /** Names differences in the log; files whose bytes differ are fetched again first. */
  async compare(
    moving: MigratingAsset,
    original: SourceAsset,
    options: MigrationOptions,
    observer: MigrationObserver,
  ): Promise<void> {
    const { source, summary, log } = moving;
    const totals = new Totals();
    const versions = new SourceVersions(source, summary, original, this.engine);
    const comparison = { moving, versions, options, totals };
    let last = -1;
    for await (const page of source.listSubmissions(summary)) {
      const fileProblems = options.verifyFiles ? await this.verifyFiles(comparison, page, last) : undefined;
      await this.comparePage(comparison, page, last, fileProblems);
      observer.submissionsDone(totals.count.source);
      last = page.at(-1)!.id;
    }
    const rest = await this.state.listBetween(log.assetId!, last + 1, ALL_IDS);
    for (const { submissionId } of rest) log.differences.add(`submission ${submissionId}: only here`);
    totals.count.here += rest.length;
    logTotals(totals, log, versions.isOne);
  }

  /**
   * Reads all files of a page again. Those whose bytes differ are fetched anew: some servers replace a file without giving it
   * another identity. @returns what is wrong still
   */
  private async verifyFiles(
    { moving, options }: Comparison,
    page: readonly SourceSubmission[],
    after: number,
  ): Promise<FileProblems> {
    const assetId = moving.log.assetId!;
    const problems = await this.fileProblems(moving, page, await this.readStored(assetId, page, after));
    const stale = page.flatMap((submission): StaleFiles[] => {
      const found = [...(problems.get(submission.id) ?? [])].filter(([, problem]) => problem === DIFFER);
      return found.length === 0 ? [] : [{ submission, uids: new Set(found.map(([uid]) => uid)) }];
    });
    if (stale.length === 0) return problems;
    await this.submissions.fetchFiles(moving, stale, options);
    const fetched = stale.map(({ submission }) => submission);
    const remaining = await this.fileProblems(moving, fetched, await this.readStored(assetId, page, after));
    for (const { id } of fetched) problems.set(id, remaining.get(id) ?? new Map());
    return problems;
  }

  private async fileProblems(
    moving: MigratingAsset,
    submissions: readonly SourceSubmission[],
    { idOf, files }: Stored,
  ): Promise<FileProblems> {
    const problems: FileProblems = new Map();
    for (const submission of submissions) {
      const found = new Map<string, string>();
      for (const file of filesOf(files, idOf.get(submission.id))) {
        const problem = await this.bytesProblem(moving, submission, file);
        if (problem !== undefined) found.set(file.uid, problem);
      }
      problems.set(submission.id, found);
    }
    return problems;
  }

  private async comparePage(
    comparison: Comparison,
    page: readonly SourceSubmission[],
    after: number,
    fileProblems: FileProblems | undefined,
  ): Promise<void> {
    const { moving, totals } = comparison;
    const { source, summary, log } = moving;
    const stored = await this.readStored(log.assetId!, page, after);
    const instances = await source.readInstances(summary, page);
    const shown = await source.readVisible(summary, page);
    for (const submission of page) {
      const label = submission.key ?? submission.id;
      const xml = instances.get(submission.id);
      const row = stored.rows.get(stored.idOf.get(submission.id) ?? -1);
      totals.count.source += 1;
      totals.attachments.source += submission.attachments.length;
      totals.statuses.add('source', submission.validationStatus?.uid);
      if (submission.uuid !== submission.rootUuid && submission.earlier === undefined) totals.edited += 1;
      const digest = typeof xml === 'string' ? tryDigest(xml) : undefined;
      if (digest !== undefined) totals.digest.source.add(digest);
      if (row === undefined) {
        log.differences.add(`submission ${label}: missing here`);
        continue;
      }
      const files = filesOf(stored.files, row.id);
      const problems = fileProblems?.get(submission.id) ?? new Map<string, string>();
      const json = shown?.get(submission.id);
      const pair = { submission, label, xml, shown: json, row, files, fileProblems: problems };
      await this.comparePair(comparison, pair, digest);
      await compareHistory(moving, totals, pair, stored.history);
    }
  }

  private async comparePair(comparison: Comparison, pair: Pair, digest: string | undefined): Promise<void> {
    const { moving, totals } = comparison;
    const { submission, label, row, files, shown, fileProblems } = pair;
    const differ = (what: string): void => moving.log.differences.add(`submission ${label}: ${what}`);
    totals.count.here += 1;
    totals.attachments.here += files.length;
    totals.statuses.add('here', row.validationStatus?.uid);
    if (Object.keys(objectOf(shown?.['_supplementalDetails'])).length > 0) totals.supplemented += 1;
    const ownDigest = instanceDigest(stripXmlDeclaration(row.xml));
    totals.digest.here.add(ownDigest);
    if (digest !== ownDigest) differ('its answers differ');
    const json = objectOf(JSON.parse(row.json));
    compareFacts(submission, row, differ);
    compareShown(json, row, files, differ);
    compareAttachments(submission.attachments, files, differ);
    await this.compareAnswers(comparison, pair, visibleSubmission(json), differ);
    for (const { uid, name } of files) {
      const problem = fileProblems.get(uid);
      if (problem === DIFFER) differ(`the bytes of ${name} differ`);
      else if (problem !== undefined)
        differ(`the attachment ${name} cannot be read at the source (${problem})`);
    }
  }

  /** Compares the version of a submission, and what people see of its answers. */
  private async compareAnswers(
    { versions, totals }: Comparison,
    { submission, label, xml, shown, row }: Pair,
    here: VisibleSubmission,
    differ: (what: string) => void,
  ): Promise<void> {
    totals.visible.here.add(here);
    totals.versions.add('here', row.versionUid);
    const instance = typeof xml === 'string' ? await this.tryParse(xml) : undefined;
    const version = instance && versions.versionOf(submission, instance);
    if (version !== undefined) {
      totals.versions.add('source', version);
      if (version !== row.versionUid)
        differ(`its version: ${version} at the source, ${row.versionUid ?? 'none'} here`);
    } else if (instance !== undefined && row.versionUid !== null) {
      totals.versions.add('source', row.versionUid);
      totals.unknown.set(row.versionUid, [...(totals.unknown.get(row.versionUid) ?? []), label]);
    }
    const uid = version ?? row.versionUid;
    let expected: VisibleSubmission | undefined;
    let missed: Difference[] = [];
    if (instance !== undefined && uid !== null) {
      for await (expected of versions.readings(instance, uid)) {
        missed = compareVisible(expected, here, { exact: true });
        if (missed.length === 0) break;
      }
    }
    const original = shown === undefined ? undefined : visibleSubmission(shown);
    const other = original === undefined ? [] : compareVisible(original, here, { exact: false });
    const first = original ?? expected;
    if (first !== undefined) totals.visible.source.add(first);
    // Right by the form of the source: older servers show a submission by another version than its own.
    const isRight = expected !== undefined && missed.length === 0;
    if (isRight) totals.shownOtherwise.add(label, other);
    else totals.differences.add(label, expected === undefined ? other : missed);
  }

  private async tryParse(xml: string): Promise<ParsedSubmission | undefined> {
    try {
      return await this.parser.parse(xml);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return undefined;
    }
  }

  /** @returns DIFFER, or why they cannot be read at the source; undefined if they are equal */
  private async bytesProblem(
    { source, summary }: MigratingAsset,
    { id, key }: SourceSubmission,
    { uid, name, sha256, isDeleted }: MovedFile,
  ): Promise<string | undefined> {
    if (isDeleted) return undefined;
    try {
      const reference = { submissionId: id, submissionKey: key, uid, name };
      const digest = await source.readAttachment(summary, reference, sha256Of);
      return digest === sha256.toString('hex') ? undefined : DIFFER;
    } catch (error) {
      if (!(error instanceof SourcePartError)) throw error;
      return error.message;
    }
  }

  private async readStored(assetId: number, page: readonly SourceSubmission[], after: number) {
    const known = await this.state.listBetween(assetId, after + 1, page.at(-1)!.id);
    const idOf = new Map(known.map((each) => [each.sourceSubmissionId, each.submissionId]));
    const ids = [...idOf.values()];
    const rows = await this.copies.list(assetId, ids);
    return {
      idOf,
      rows: new Map(rows.map((row) => [row.id, row])),
      files: await this.copies.listFiles(assetId, ids),
      history: await this.histories.listOf(assetId, ids),
    };
  }
}

function filesOf(files: readonly MovedFile[], id: number | undefined): MovedFile[] {
  return files.filter(({ submissionId }) => submissionId === id);
}

async function sha256Of(bytes: Readable): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(bytes, sum);
  return sum.digest('hex');
}
