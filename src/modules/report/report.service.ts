import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { isPlace } from '../../domain/report/question-kind';
import type { AnswerCounts, Split } from '../../domain/report/answer-counts';
import {
  canSplit,
  chosenQuestions,
  type ReportQuestion,
  reportQuestions,
  splitQuestion,
} from '../../domain/report/report-question';
import type { DayCount } from '../../domain/report/time-line';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { ReportQuery, type ReportQuestions } from './report.query';
import { type PlaceCount, ReportPlaceQuery } from './report-place.query';
import { readDays, readReport } from './report-rows';

/** What a caller wants to know. */
export interface ReportInput {
  /** Of questions; none: all of them. */
  readonly names: readonly string[];
  readonly splitBy: string | undefined;
  /** Of labels; undefined for the one without a name. */
  readonly language: string | undefined;
  /** Uid of a version, or `all`; undefined: the one that was deployed last. */
  readonly version: string | undefined;
}

/** Questions with what was counted of their answers. */
export interface Report {
  readonly total: number;
  readonly split: Split | undefined;
  readonly questions: readonly { readonly question: ReportQuestion; readonly counts: AnswerCounts }[];
}

/** A report as it is shown to people, with what its charts are drawn of, and what else could be asked for. */
export interface DrawnReport extends Report {
  readonly assetUid: string;
  readonly title: string;
  /** Whether there are submissions that the caller may not see. */
  readonly isPartial: boolean;
  readonly days: readonly DayCount[];
  /** Index of a question → its answers on the map. */
  readonly places: ReadonlyMap<number, readonly PlaceCount[]>;
  readonly choices: ReportChoices;
}

/** What a report can be asked for, and what it was asked for. */
export interface ReportChoices {
  readonly asked: ReportInput;
  /** Deployed versions, the newest first. */
  readonly versions: readonly string[];
  readonly languages: readonly string[];
  readonly questions: readonly ReportQuestion[];
  readonly splits: readonly ReportQuestion[];
}

const ALL = 'all';

/** A report that is ready to be counted. */
interface Plan {
  readonly title: string;
  readonly versions: readonly string[];
  readonly all: readonly ReportQuestion[];
  readonly splitBy: ReportQuestion | undefined;
  readonly asked: Omit<ReportQuestions, 'isDrawn'>;
}

/** Sums up what was answered, question by question. */
@Injectable()
export class ReportService {
  constructor(
    private readonly reports: ReportQuery,
    private readonly places: ReportPlaceQuery,
    private readonly forms: DeployedFormService,
  ) {}

  /**
   * Of the submissions that the caller may see.
   * @param abandoned ends the work
   * @throws NotFoundError when the asset was never deployed, InvalidError for a version or a split that there is not
   */
  async of(
    access: AssetAccess<'view_submissions'>,
    input: ReportInput,
    abandoned: AbortSignal,
  ): Promise<Report> {
    const { splitBy, asked } = await this.plan(access, input);
    const rows = await this.reports.counts(scopeOf(access), { ...asked, isDrawn: false }, abandoned);
    return readReport(asked.questions, splitBy, rows);
  }

  /** The same for people: labels are in the form's first language unless another one was asked for. */
  async drawn(
    access: AssetAccess<'view_submissions'>,
    input: ReportInput,
    abandoned: AbortSignal,
  ): Promise<DrawnReport> {
    const languages = (await this.forms.languages(access)).filter((each) => each !== null);
    const language = input.language ?? languages[0];
    const { title, versions, all, splitBy, asked } = await this.plan(access, { ...input, language });
    const scope = scopeOf(access);
    const rows = await this.reports.counts(scope, { ...asked, isDrawn: true }, abandoned);
    return {
      ...readReport(asked.questions, splitBy, rows),
      assetUid: access.assetUid,
      title,
      isPartial: scope.filter !== undefined,
      days: readDays(rows),
      places: await this.placesOf(scope, asked, abandoned),
      choices: {
        asked: { ...input, language },
        versions,
        languages,
        questions: all,
        splits: all.filter(canSplit),
      },
    };
  }

  private async plan(access: AssetAccess<'view_submissions'>, input: ReportInput): Promise<Plan> {
    const form = await this.forms.of(access);
    if (form === undefined) throw new NotFoundError();
    const version = versionChoice(input.version, form.versionUids);
    const history = await this.forms.history(access, version.kind === 'all' ? undefined : [version.uid]);
    const all = reportQuestions(mergeVersions(history.versions), form.versionUids[0] ?? '', input.language);
    const splitBy = input.splitBy === undefined ? undefined : splitQuestion(all, input.splitBy);
    const questions = chosenQuestions(all, input.names).filter((each) => each !== splitBy);
    return {
      title: history.title,
      versions: form.versionUids,
      all,
      splitBy,
      asked: { version, questions, splitPath: splitBy?.path },
    };
  }

  private async placesOf(
    scope: SubmissionScope,
    { version, questions }: Plan['asked'],
    abandoned: AbortSignal,
  ) {
    const asked = questions.flatMap((question, index) =>
      isPlace(question.type) ? [{ index, question }] : [],
    );
    const places = new Map<number, PlaceCount[]>(asked.map(({ index }) => [index, []]));
    if (asked.length === 0) return places;
    for (const place of await this.places.places(scope, version, asked, abandoned))
      places.get(place.question)?.push(place);
    return places;
  }
}

/** @param uids of the deployed versions, the newest first */
function versionChoice(asked: string | undefined, uids: readonly string[]): ReportQuestions['version'] {
  if (asked === ALL) return { kind: 'all' };
  const [newest = ''] = uids;
  const uid = asked ?? newest;
  if (!uids.includes(uid)) {
    throw new InvalidError({
      version: [`There is no deployed version ${uid}; send the uid of one, or ${ALL}.`],
    });
  }
  // What names no version that is known counts as of the newest (decision 20).
  if (uids.length === 1) return { kind: 'all' };
  return { kind: 'one', uid, isNewest: uid === newest };
}
