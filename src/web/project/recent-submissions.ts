import { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { readDataPage } from '../../domain/query/data-page';
import { recentDays, type RecentDays } from '../../domain/report/time-line';
import {
  type Answers,
  HEAD_FIELDS,
  readSubmissionHead,
  type SubmissionHead,
} from '../../domain/submission/submission-json';
import { dayIn } from '../../domain/time-zone';
import { labelIn } from '../../domain/export/column-group';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { PlaceClusterService } from '../../modules/report/place-cluster.service';
import { PermissionService } from '../../modules/permission/permission.service';
import { type SubmissionPage, SubmissionService } from '../../modules/submission/read/submission.service';
import type { Dot } from '../chart/dot-map';
import type { Visitor } from '../page/visitor';

export interface SubmissionActivity {
  readonly total: number;
  /** Of the last year. */
  readonly recent: RecentDays;
  /** Newest first. */
  readonly latest: readonly SubmissionHead[];
  /** Most submissions first. */
  readonly submitters: readonly { readonly username: string | null; readonly submissions: number }[];
  /** Of the last submissions; undefined without a question of place outside repeats. */
  readonly places: { readonly label: string; readonly dots: readonly Dot[] } | undefined;
}

interface PlaceQuestion {
  readonly label: string;
  readonly path: string;
}

const DAYS = '365';
const LIMIT = 5;
/** Submissions of which the summary shows the places: a bounded cost, whatever the size of the project. */
export const LAST_PLACES = 500;

/** Reads when, by whom and where a project got submissions, of those that the visitor may view. */
@Injectable()
export class RecentSubmissions {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
    private readonly forms: DeployedFormService,
    private readonly places: PlaceClusterService,
  ) {}

  /** Undefined for a draft, and for a visitor who may view no submissions. */
  async of(
    { actor, zone }: Pick<Visitor, 'actor' | 'zone'>,
    { assetUid }: Pick<AssetAccess<Codename>, 'assetUid'>,
    signal: AbortSignal,
  ): Promise<SubmissionActivity | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_submissions');
    if (access === undefined) return undefined;
    const last = readDataPage({ sort: '{"_id":-1}', fields: JSON.stringify(HEAD_FIELDS) }, LIMIT);
    const [{ total, daily }, submitters, page, places] = await Promise.all([
      this.submissions.counts(access, DAYS, zone),
      this.submissions.countsByUser(access),
      this.submissions.page(access, last, signal),
      this.placesOf(access),
    ]);
    const days = Object.entries(daily)
      .map(([day, submissions]) => ({ day, submissions }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
    const rows = await rowsOf(page);
    return {
      total,
      recent: recentDays(days, dayIn(zone, new Date())),
      latest: rows.map(readSubmissionHead),
      submitters: [...submitters].sort((one, other) => other.submissions - one.submissions),
      places,
    };
  }

  private async placesOf(access: AssetAccess<'view_submissions'>): Promise<SubmissionActivity['places']> {
    const question = await this.placeQuestionOf(access);
    if (question === undefined) return undefined;
    const positions = await this.places.findLatest(access, question.path, LAST_PLACES);
    return { label: question.label, dots: positions.map((position) => ({ ...position, answers: 1 })) };
  }

  /** The first question of a point outside repeats, in the newest version. */
  private async placeQuestionOf(access: AssetAccess<'view_submissions'>): Promise<PlaceQuestion | undefined> {
    const [newest] = (await this.forms.findByAsset(access))?.versionUids ?? [];
    if (newest === undefined) return undefined;
    const { versions } = await this.forms.history(access, [newest]);
    const [top] = mergeVersions(versions);
    const field = top?.fields.find(({ type }) => type === 'geopoint');
    const language = versions[0]?.content.translations[0] ?? null;
    const path = field?.paths.values().next().value;
    return path === undefined ? undefined : { label: labelIn(field!, language), path };
  }
}

/** Collects the rows of a small page. */
async function rowsOf(page: SubmissionPage): Promise<Answers[]> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  await page.writeRows(sink, { head: '[', tail: ']' }, []);
  return JSON.parse(Buffer.concat(chunks).toString()) as Answers[];
}
