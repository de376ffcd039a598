import { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { readGeometry } from '../../domain/geo/geometry';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { readDataPage } from '../../domain/query/data-page';
import { recentDays, type RecentDays } from '../../domain/report/time-line';
import {
  type Answers,
  HEAD_FIELDS,
  readSubmissionHead,
  type SubmissionHead,
} from '../../domain/submission/submission-row';
import { dayIn } from '../../domain/time-zone';
import { labelIn } from '../../domain/export/column-group';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
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
  readonly paths: readonly string[];
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
  ) {}

  /** Undefined for a draft, and for a visitor who may view no submissions. */
  async of(
    { actor, zone }: Pick<Visitor, 'actor' | 'zone'>,
    { assetUid }: Pick<AssetAccess<Codename>, 'assetUid'>,
    signal: AbortSignal,
  ): Promise<SubmissionActivity | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_submissions');
    if (access === undefined) return undefined;
    const place = await this.placeOf(access);
    const fields = JSON.stringify([...HEAD_FIELDS, ...(place?.paths ?? [])]);
    const last = readDataPage({ sort: '{"_id":-1}', fields }, place === undefined ? LIMIT : LAST_PLACES);
    const [{ total, daily }, submitters, page] = await Promise.all([
      this.submissions.counts(access, DAYS, zone),
      this.submissions.countsByUser(access),
      this.submissions.page(access, last, signal),
    ]);
    const days = Object.entries(daily)
      .map(([day, submissions]) => ({ day, submissions }))
      .sort((one, other) => (one.day < other.day ? -1 : 1));
    const rows = await rowsOf(page);
    return {
      total,
      recent: recentDays(days, dayIn(zone, new Date())),
      latest: rows.slice(0, LIMIT).map(readSubmissionHead),
      submitters: [...submitters].sort((one, other) => other.submissions - one.submissions),
      places: place && { label: place.label, dots: dotsOf(rows, place) },
    };
  }

  /** The first question of a point outside repeats, in the newest version. */
  private async placeOf(access: AssetAccess<'view_submissions'>): Promise<PlaceQuestion | undefined> {
    const [newest] = (await this.forms.findByAsset(access))?.versionUids ?? [];
    if (newest === undefined) return undefined;
    const { versions } = await this.forms.history(access, [newest]);
    const [top] = mergeVersions(versions);
    const field = top?.fields.find(({ type }) => type === 'geopoint');
    const language = versions[0]?.content.translations[0] ?? null;
    return field && { label: labelIn(field, language), paths: [...new Set(field.paths.values())] };
  }
}

function dotsOf(rows: readonly Answers[], { paths }: PlaceQuestion): Dot[] {
  return rows.flatMap((row) => {
    const answer = paths.map((path) => row[path]).find((each) => typeof each === 'string');
    const point = answer === undefined ? undefined : readGeometry('geopoint', answer);
    if (point?.type !== 'Point') return [];
    const [longitude = NaN, latitude = NaN] = point.coordinates;
    const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    return isOnEarth ? [{ latitude, longitude, answers: 1 }] : [];
  });
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
