import { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { readDataPage } from '../../domain/query/data-page';
import { PermissionService } from '../../modules/permission/permission.service';
import { type SubmissionPage, SubmissionService } from '../../modules/submission/read/submission.service';
import type { Actor } from '../../domain/account/actor';
import type { DayCount } from '../../domain/report/time-line';

export interface RecentSubmission {
  readonly _id: number;
  readonly _submission_time: string;
  readonly _submitted_by: string | null;
}

export interface SubmissionActivity {
  readonly total: number;
  /** Ascending, only days with submissions. */
  readonly days: readonly DayCount[];
  /** Newest first. */
  readonly latest: readonly RecentSubmission[];
}

const DAYS = '365';
const LIMIT = 5;
const LATEST = { sort: '{"_id":-1}', fields: '["_id","_submission_time","_submitted_by"]' };

/** Reads when a project got submissions, of those that the visitor may view. */
@Injectable()
export class RecentSubmissions {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
  ) {}

  /** Undefined for a draft, and for a visitor who may view no submissions. */
  async of(
    actor: Actor,
    { assetUid }: Pick<AssetAccess<Codename>, 'assetUid'>,
    signal: AbortSignal,
  ): Promise<SubmissionActivity | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_submissions');
    if (access === undefined) return undefined;
    const [{ total, daily }, page] = await Promise.all([
      this.submissions.counts(access, DAYS),
      this.submissions.page(access, readDataPage(LATEST, LIMIT), signal),
    ]);
    const days = Object.entries(daily)
      .map(([day, submissions]) => ({ day, submissions }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
    return { total, days, latest: await rowsOf<RecentSubmission>(page) };
  }
}

/** Collects the rows of a small page. */
async function rowsOf<Row>(page: SubmissionPage): Promise<Row[]> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await page.writeRows(sink, { head: '[', tail: ']' }, []);
  return JSON.parse(Buffer.concat(chunks).toString()) as Row[];
}
