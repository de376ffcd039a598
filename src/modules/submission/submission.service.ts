import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { IsNumeric } from '../../domain/query/operand';
import type { SubmissionPosition } from '../../domain/query/submission-position';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { narrowedTo, scopeOf } from '../../domain/query/submission-scope';
import type { DataPage } from '../../domain/query/data-page';
import { readCountedDays } from '../../domain/submission/counted-days';
import { readSubmissionName } from '../../domain/submission/submission-name';
import { wireDay } from '../../domain/text/wire-date';
import { AccountService } from '../account/account.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionPageQuery } from './submission-page.query';
import { SubmissionQuery } from './submission.query';

/** Reads of submissions take this proof; a row filter rides inside it. */
export type ReadAccess = AssetAccess<'view_submissions'>;

/** A page of submissions whose rows are still in the database. */
export interface SubmissionPage {
  readonly count: number;
  /** Its last submission; undefined where no other follows. */
  readonly end: SubmissionPosition | undefined;
  /** Whether the rows hold markers for host and owner. */
  readonly hasMarkers: boolean;
  readonly ownerUsername: string;
  /** Streams the rows as the inside of an array. */
  readonly writeRows: (
    sink: Writable,
    frame: { head: string; tail: string },
    stages: readonly Transform[],
  ) => Promise<void>;
}

/** One submission as ready JSON with markers for host and owner. */
export interface SubmissionJson {
  readonly json: string;
  readonly ownerUsername: string;
}

export interface SubmissionCounts {
  readonly total: number;
  /** UTC day → submissions, only days that have some. */
  readonly daily: Readonly<Record<string, number>>;
}

const DAY_MS = 86_400_000;

@Injectable()
export class SubmissionService {
  constructor(
    private readonly submissions: SubmissionQuery,
    private readonly pages: SubmissionPageQuery,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param abandoned ends what a filter or an order looks for
   * @throws InvalidError when the asset was never deployed (contract-data 0), or for a query that is not taken
   */
  async page(access: ReadAccess, page: DataPage, abandoned: AbortSignal): Promise<SubmissionPage> {
    const form = await this.forms.deployed(access);
    const scope = narrowedTo(scopeOf(access), readSubmissionQuery(page.query, isNumericIn(form)));
    const [found, ownerUsername] = await Promise.all([
      this.pages.find(scope, page, abandoned),
      this.accounts.usernameOf(access.ownerId),
    ]);
    const { end, anyAttachments } = found.page;
    const { projection } = page;
    return {
      count: found.count,
      end,
      hasMarkers: anyAttachments,
      ownerUsername,
      writeRows: (sink, frame, stages) =>
        projection === undefined
          ? this.pages.streamJson(scope, found.page, frame, stages, sink)
          : this.pages.streamProjection(scope, found.page, projection, frame, stages, sink),
    };
  }

  /**
   * @param id the number, or the root uuid with or without `uuid:`
   * @param asked the text of a query that it must meet too, and what of it is shown
   */
  async show(
    access: ReadAccess,
    id: string,
    { query, projection }: Pick<DataPage, 'query' | 'projection'>,
  ): Promise<SubmissionJson> {
    const form = await this.forms.deployed(access);
    const scope = narrowedTo(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    const [json, ownerUsername] = await Promise.all([
      this.submissions.findJson(scope, readSubmissionName(id), projection),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (json === undefined) throw new NotFoundError();
    return { json, ownerUsername };
  }

  /**
   * Total and daily counts of the last UTC dates, today included (decision 19).
   * @param asked how many dates, as it was sent
   * @throws NotFoundError when the asset was never deployed, InvalidError for days that can't be counted
   */
  async counts(access: ReadAccess, asked: unknown): Promise<SubmissionCounts> {
    if ((await this.forms.of(access)) === undefined) throw new NotFoundError();
    const days = readCountedDays(asked);
    const firstDay = wireDay(new Date(this.clock.now().getTime() - (days - 1) * DAY_MS));
    const { total, daily } = await this.submissions.counts(scopeOf(access), firstDay);
    return { total, daily: Object.fromEntries(daily.map(({ day, submissions }) => [day, submissions])) };
  }
}

export function isNumericIn({ numericPaths }: Pick<DeployedForm, 'numericPaths'>): IsNumeric {
  return (path) => numericPaths.has(path);
}
