import { Injectable } from '@nestjs/common';
import type { AnswerCounts, Split } from '../../domain/report/value-table';
import {
  type ReportQuestion,
  isFreeText,
  isGeoPoint,
  canSplit,
  selectQuestions,
  reportQuestions,
  findSplitQuestion,
} from '../../domain/report/report-question';
import type { DayCount } from '../../domain/report/time-line';
import type { ReportRow, ReportDefinition } from '../../database/summary/report-aggregation';
import { InvalidError, orNotFound } from '../../domain/errors';
import { fileChoicesOf } from '../../domain/form-history/choice-file';
import { mergeVersions, sectionsOf } from '../../domain/form-history/merged-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import type { TimeZone } from '../../domain/time-zone';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { ChoiceFileService } from '../media/choice-file.service';
import { ReportRepository, type GeoPointCluster } from './report.repository';

export interface Report {
  readonly total: number;
  readonly split: Split | undefined;
  readonly questions: readonly { readonly question: ReportQuestion; readonly counts: AnswerCounts }[];
}

function readReport(
  questions: readonly ReportQuestion[],
  splitBy: ReportQuestion | undefined,
  rows: readonly ReportRow[],
): Report {
  const answers = rows.flatMap(({ part, split, submissions }) =>
    part === 'split' ? [{ value: split ?? '', submissions: submissions ?? 0 }] : [],
  );
  const byQuestion = new Map<number, ReportRow[]>();
  for (const row of rows) {
    if (row.question === null) continue;
    const group = byQuestion.get(row.question);
    if (group === undefined) byQuestion.set(row.question, [row]);
    else group.push(row);
  }
  return {
    total: rows.find(({ part }) => part === 'total')?.submissions ?? 0,
    split: splitBy && { question: splitBy, answers },
    questions: questions.map((question, index) => ({
      question,
      counts: readCounts(byQuestion.get(index) ?? []),
    })),
  };
}

function readCounts(rows: readonly ReportRow[]): AnswerCounts {
  return {
    provided: rows.find(({ part }) => part === 'provided')?.submissions ?? 0,
    values: rows.flatMap(({ part, value, split, submissions }) =>
      part === 'value' ? [{ value: value ?? '', split: split ?? '', submissions: submissions ?? 0 }] : [],
    ),
    numbers: rows.flatMap(({ part, split, median, mean, mode, stdev, least, greatest }) =>
      part === 'numbers'
        ? [
            {
              split: split ?? '',
              median: numberOf(median),
              mean: numberOf(mean),
              mode: numberOf(mode),
              stdev: numberOf(stdev),
              least: numberOf(least),
              greatest: numberOf(greatest),
            },
          ]
        : [],
    ),
    bins: rows
      .flatMap(({ part, value, split, width, submissions, least, greatest }) =>
        part === 'bin'
          ? [
              {
                from: Number(value),
                width: Number(width),
                split: split ?? '',
                answers: submissions ?? 0,
                least: Number(least),
                greatest: Number(greatest),
              },
            ]
          : [],
      )
      .sort((one, other) => one.from - other.from),
  };
}

/** Submissions per day, ascending; days without any are absent. */
function readDays(rows: readonly ReportRow[]): DayCount[] {
  return rows
    .flatMap(({ part, value, submissions }) =>
      part === 'day' ? [{ day: value ?? '', submissions: submissions ?? 0 }] : [],
    )
    .sort((one, other) => (one.day < other.day ? -1 : 1));
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}

export interface ReportInput {
  readonly names: readonly string[];
  readonly splitBy: string | undefined;
  /** Language of the labels; undefined: the unnamed one. */
  readonly language: string | undefined;
  /** Uid of a version, `newest` or `all`; undefined: the questions of the version deployed last, in all submissions. */
  readonly version: string | undefined;
}

/** Report page: a report with the data of its charts and the options of its form. */
export interface ChartedReport extends Report {
  readonly assetUid: string;
  readonly title: string;
  /** True if a row filter applies: the caller may not view all submissions. */
  readonly isPartial: boolean;
  /** In the zone of the reader. */
  readonly days: readonly DayCount[];
  readonly zone: TimeZone;
  /** Clusters for the map, by index of the question. */
  readonly geoPoints: ReadonlyMap<number, readonly GeoPointCluster[]>;
  readonly options: ReportOptions;
}

export interface ReportOptions {
  readonly selected: ReportInput;
  /** Uids of the deployed versions, newest first. */
  readonly versions: readonly string[];
  readonly languages: readonly string[];
  readonly questions: readonly ReportQuestion[];
  readonly splits: readonly ReportQuestion[];
}

const ALL = 'all';
const NEWEST = 'newest';

interface ReportPlan {
  readonly title: string;
  readonly versions: readonly string[];
  readonly all: readonly ReportQuestion[];
  readonly splitBy: ReportQuestion | undefined;
  readonly definition: Omit<ReportDefinition, 'charts'>;
}

/** Builds reports: aggregated answers per question. */
@Injectable()
export class ReportService {
  constructor(
    private readonly reports: ReportRepository,
    private readonly forms: DeployedFormService,
    private readonly choiceFiles: ChoiceFileService,
  ) {}

  /** @throws NotFoundError if the asset was never deployed @throws InvalidError for an unknown version or question */
  async build(
    access: AssetAccess<'view_submissions'>,
    input: ReportInput,
    signal: AbortSignal,
  ): Promise<Report> {
    const { splitBy, definition } = await this.plan(access, input);
    const rows = await this.reports.counts(scopeOf(access), { ...definition, charts: undefined }, signal);
    return readReport(definition.questions, splitBy, rows);
  }

  /**
   * Builds the report page's data. The default language is the form's first.
   * @param zone of the days
   * @throws as `build`, and UnfinishedError soon, so that the page can show its progress
   */
  async buildWithCharts(
    access: AssetAccess<'view_submissions'>,
    input: ReportInput,
    { zone, signal }: { readonly zone: TimeZone; readonly signal: AbortSignal },
  ): Promise<ChartedReport> {
    const languages = (await this.forms.languages(access)).filter((each) => each !== null);
    const language = input.language ?? languages[0];
    const { title, versions, all, splitBy, ...plan } = await this.plan(access, { ...input, language });
    const scope = scopeOf(access);
    const questions = plan.definition.questions.map((question) => asCharted(question, input));
    const definition = { ...plan.definition, questions };
    const rows = await this.reports.counts(scope, { ...definition, charts: zone }, signal);
    return {
      ...readReport(definition.questions, splitBy, rows),
      assetUid: access.assetUid,
      title,
      isPartial: scope.filter !== undefined,
      days: readDays(rows),
      zone,
      geoPoints: await this.clusterGeoPoints(scope, definition, signal),
      options: {
        selected: { ...input, language },
        versions,
        languages,
        questions: all,
        splits: all.filter(canSplit),
      },
    };
  }

  private async plan(access: AssetAccess<'view_submissions'>, input: ReportInput): Promise<ReportPlan> {
    const form = orNotFound(await this.forms.findByAsset(access));
    const version = selectVersion(input.version, form.versionUids);
    const history = await this.forms.history(access, version.kind === 'all' ? undefined : [version.uid]);
    const [newest = ''] = form.versionUids;
    const newestOnly = version.kind !== 'all' && version.uid === newest;
    const files = await this.choiceFiles.of(access, fileChoicesOf(history.versions), { newestOnly });
    const merged = mergeVersions(history.versions, files);
    const sections = input.version === undefined ? sectionsOf(merged, newest, { former: true }) : merged;
    const all = reportQuestions(sections, newest, input.language, merged);
    const splitBy = input.splitBy === undefined ? undefined : findSplitQuestion(all, input.splitBy);
    const questions = selectQuestions(all, input.names).filter((each) => each !== splitBy);
    return {
      title: history.title,
      versions: form.versionUids,
      all,
      splitBy,
      definition: { version, questions, splitBy },
    };
  }

  private async clusterGeoPoints(
    scope: SubmissionScope,
    { version, questions }: ReportPlan['definition'],
    signal: AbortSignal,
  ) {
    const geoPoints = questions.flatMap((question, index) =>
      isGeoPoint(question.type) ? [{ index, question }] : [],
    );
    const clusters = new Map<number, GeoPointCluster[]>(geoPoints.map(({ index }) => [index, []]));
    if (geoPoints.length === 0) return clusters;
    for (const cluster of await this.reports.clusters(scope, version, geoPoints, signal))
      clusters.get(cluster.question)?.push(cluster);
    return clusters;
  }
}

/** Answers to free texts are listed on request, and literacy tests without their parameters. */
function asCharted(question: ReportQuestion, { names }: ReportInput): ReportQuestion {
  if (names.length === 0 && isFreeText(question)) return { ...question, kind: 'count' };
  return question.isLiteracyTest === true ? { ...question, countsWordsOnly: true } : question;
}

/** @param uids of the deployed versions, newest first */
function selectVersion(requested: string | undefined, uids: readonly string[]): ReportDefinition['version'] {
  if (requested === undefined || requested === ALL) return { kind: 'all' };
  const [newest = ''] = uids;
  const uid = requested === NEWEST ? newest : requested;
  if (!uids.includes(uid)) {
    throw InvalidError.at(
      'version',
      `There is no deployed version ${uid}. Use the uid of one, ${NEWEST} or ${ALL}.`,
    );
  }
  // Submissions of unknown versions belong to the newest (decision 20).
  if (uids.length === 1) return { kind: 'all' };
  return { kind: 'one', uid, isNewest: uid === newest };
}
