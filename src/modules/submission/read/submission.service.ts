import { Injectable } from '@nestjs/common';
import type { Transform, Writable } from 'node:stream';
import { NotFoundError, orNotFound, InvalidError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { Projection, DataPage } from '../../../domain/query/data-page';
import {
  scopeOf,
  type SubmissionPermission,
  readSubmissionQuery,
  narrowScope,
} from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { isEncrypted, KEY_ELEMENT } from '../../../domain/submission/instance-document';
import { SubmissionReadRepository, type SubmissionNeighbours } from './submission-read.repository';
import { Clock } from '../../../config/clock';
import type { IsNumeric } from '../../../domain/query/operand';
import type { SubmissionCursor } from '../../../domain/query/submission-order';
import { addDays } from '../../../domain/report/time-line';
import { readCountedDays } from '../../../domain/submission/counted-days';
import { dayIn, type TimeZone, UTC } from '../../../domain/time-zone';
import { AccountService } from '../../account/account.service';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { AnswerIndexService } from './answer-index.service';
import { SubmissionPageRepository } from './submission-page.repository';
import { type SubmitterCount, SubmitterCountRepository } from './submitter-count.repository';

/** A submission to edit in a web form. */
export interface OpenedInstance {
  readonly id: number;
  readonly uuid: string;
  readonly xml: string;
  readonly files: readonly { readonly uid: string; readonly name: string }[];
  readonly isEncrypted: boolean;
}

interface InstanceJson {
  readonly _id: number;
  readonly _uuid: string;
  readonly _attachments: readonly {
    readonly uid: string;
    readonly media_file_basename: string;
    readonly is_deleted: boolean;
  }[];
}

const OPENED: Projection = { keys: ['_id', '_uuid', '_attachments', KEY_ELEMENT], validationStatus: false };

@Injectable()
export class SubmissionInstanceService {
  constructor(private readonly submissions: SubmissionReadRepository) {}

  /** @param name id or uuid @throws NotFoundError */
  async open(access: AssetAccess<SubmissionPermission>, name: string): Promise<OpenedInstance> {
    const [scope, key] = [scopeOf(access), readSubmissionIdentifier(name)];
    const json = await this.submissions.findJson(scope, key, OPENED);
    const xml = await this.submissions.findXml(scope, key);
    if (json === undefined || xml === undefined) throw new NotFoundError();
    const { _id: id, _uuid: uuid, _attachments: files } = JSON.parse(json) as InstanceJson;
    const current = files.filter(({ is_deleted: isDeleted }) => !isDeleted);
    return {
      id,
      uuid,
      xml,
      isEncrypted: isEncrypted(json),
      files: current.map((file) => ({ uid: file.uid, name: file.media_file_basename })),
    };
  }

  async get(access: ReadAccess, id: number): Promise<string> {
    return orNotFound(await this.submissions.findXml(scopeOf(access), { id }));
  }

  /** All submissions that the caller may view, ordered by id. */
  async *chunks(access: ReadAccess): AsyncIterable<readonly string[]> {
    const scope = scopeOf(access);
    for (let last = 0; ;) {
      const rows = await this.submissions.listXmlAfter(scope, last);
      if (rows.length === 0) return;
      yield rows.map(({ xml }) => xml);
      last = rows.at(-1)!.id;
    }
  }
}

export type { SubmissionNeighbours, SubmitterCount };

/** Proof of the view permission; carries the row filter of a partial permission. */
export type ReadAccess = AssetAccess<'view_submissions'>;

/** A page whose rows are streamed from the database later. */
export interface SubmissionPage {
  readonly count: number;
  /** Undefined on the last page. */
  readonly nextCursor: SubmissionCursor | undefined;
  /** Whether the JSON contains placeholders for host and owner. */
  readonly hasMarkers: boolean;
  readonly ownerUsername: string;
  /** Streams the rows as comma-separated array elements. */
  readonly writeRows: (
    sink: Writable,
    frame: { head: string; tail: string },
    stages: readonly Transform[],
  ) => Promise<void>;
}

/** Rendered JSON with placeholders for host and owner. */
export interface SubmissionJson {
  readonly json: string;
  readonly ownerUsername: string;
}

export interface SubmissionCounts {
  readonly total: number;
  /** By day of the zone; only days with submissions. */
  readonly daily: Readonly<Record<string, number>>;
}

const MAX_SUBMITTERS = 1000;

@Injectable()
export class SubmissionService {
  constructor(
    private readonly submissions: SubmissionReadRepository,
    private readonly pages: SubmissionPageRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly answerIndexes: AnswerIndexService,
    private readonly submitters: SubmitterCountRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * @param signal cancels the search when the client disconnects
   * @throws InvalidError if the asset was never deployed (contract-data 0), or for an invalid query
   */
  async page(access: ReadAccess, page: DataPage, signal: AbortSignal): Promise<SubmissionPage> {
    const form = await this.forms.getDeployed(access);
    const scope = narrowScope(scopeOf(access), readSubmissionQuery(page.query, isNumericIn(form)));
    const startedAt = performance.now();
    const [found, ownerUsername] = await Promise.all([
      this.pages
        .find(scope, page, signal)
        .finally(() => this.answerIndexes.noteIfSlow(scope, page.order, performance.now() - startedAt)),
      this.accounts.usernameOf(access.ownerId),
    ]);
    const { nextCursor, hasAttachments } = found.page;
    const { projection } = page;
    return {
      count: found.count,
      nextCursor,
      hasMarkers: hasAttachments,
      ownerUsername,
      writeRows: (sink, frame, stages) =>
        projection === undefined
          ? this.pages.streamJson(scope, found.page, frame, stages, sink)
          : this.pages.streamProjection(scope, found.page, projection, frame, stages, sink),
    };
  }

  /**
   * @param id id, or uuid with or without `uuid:`
   * @throws NotFoundError, also if the submission does not match the query
   */
  async get(
    access: ReadAccess,
    id: string,
    { query, projection }: Pick<DataPage, 'query' | 'projection'>,
  ): Promise<SubmissionJson> {
    const form = await this.forms.getDeployed(access);
    const scope = narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    const [json, ownerUsername] = await Promise.all([
      this.submissions.findJson(scope, readSubmissionIdentifier(id), projection),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (json === undefined) throw new NotFoundError();
    return { json, ownerUsername };
  }

  /** Submissions before and after another one in a list. @returns undefined if finding them takes too long */
  async neighbours(
    access: ReadAccess,
    id: number,
    { query, order }: Pick<DataPage, 'query' | 'order'>,
  ): Promise<SubmissionNeighbours | undefined> {
    const form = await this.forms.getDeployed(access);
    const scope = narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    const startedAt = performance.now();
    return this.submissions
      .findNeighbours(scope, order, id)
      .catch((error: unknown) => {
        if (error instanceof InvalidError) return undefined;
        throw error;
      })
      .finally(() => this.answerIndexes.noteIfSlow(scope, order, performance.now() - startedAt));
  }

  /** Whether a permission, which may be partial, covers a submission. @param id id or uuid */
  async isCovered(access: AssetAccess<SubmissionPermission>, id: string): Promise<boolean> {
    return (await this.submissions.findId(scopeOf(access), readSubmissionIdentifier(id))) !== undefined;
  }

  /**
   * Total and daily counts of the last dates, including today (decision 47).
   * @param days number of dates, unparsed
   * @param zone of the dates
   * @throws NotFoundError if the asset was never deployed; InvalidError for invalid days
   */
  async counts(access: ReadAccess, days: unknown, zone: TimeZone = UTC): Promise<SubmissionCounts> {
    if ((await this.forms.findByAsset(access)) === undefined) throw new NotFoundError();
    const dayCount = readCountedDays(days);
    const firstDay = addDays(dayIn(zone, this.clock.now()), 1 - dayCount);
    const { total, daily } = await this.submissions.counts(scopeOf(access), firstDay, zone);
    return { total, daily: Object.fromEntries(daily.map(({ day, submissions }) => [day, submissions])) };
  }

  /**
   * Counts submissions by the user who sent them, most first; at most 1000 users.
   * @throws NotFoundError if the asset was never deployed
   */
  async countsByUser(access: ReadAccess): Promise<readonly SubmitterCount[]> {
    if ((await this.forms.findByAsset(access)) === undefined) throw new NotFoundError();
    return this.submitters.list(scopeOf(access), MAX_SUBMITTERS);
  }
}

export function isNumericIn({ reading }: Pick<DeployedForm, 'reading'>): IsNumeric {
  return (path) => reading.numericPaths.has(path);
}
