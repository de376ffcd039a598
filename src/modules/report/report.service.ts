import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../domain/errors';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { scopeOf } from '../../domain/query/submission-scope';
import type { AnswerCounts, Split } from '../../domain/report/question-summary';
import {
  chosenQuestions,
  type ReportQuestion,
  reportQuestions,
  splitQuestion,
} from '../../domain/report/report-question';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { ReportQuery, type ReportRow, type VersionChoice } from './report.query';

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

const ALL = 'all';

/** Sums up what was answered, question by question. */
@Injectable()
export class ReportService {
  constructor(
    private readonly reports: ReportQuery,
    private readonly forms: DeployedFormService,
  ) {}

  /**
   * Of the submissions that the caller may see.
   * @throws NotFoundError when the asset was never deployed, InvalidError for a version or a split that there is not
   */
  async of(access: AssetAccess<'view_submissions'>, input: ReportInput): Promise<Report> {
    const form = await this.forms.of(access);
    if (form === undefined) throw new NotFoundError();
    const version = versionChoice(input.version, form.versionUids);
    const { versions } = await this.forms.history(access, version.kind === 'all' ? undefined : [version.uid]);
    const sections = mergeVersions(versions);
    const all = reportQuestions(sections, form.versionUids[0] ?? '', input.language);
    const splitBy = input.splitBy === undefined ? undefined : splitQuestion(all, input.splitBy);
    const questions = chosenQuestions(all, input.names).filter((each) => each !== splitBy);
    const rows = await this.reports.counts(scopeOf(access), {
      version,
      questions,
      splitPaths: splitBy?.paths ?? [],
    });
    return readReport(questions, splitBy, rows);
  }
}

/** @param uids of the deployed versions, the newest first */
function versionChoice(asked: string | undefined, uids: readonly string[]): VersionChoice {
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
    const known = byQuestion.get(row.question);
    if (known === undefined) byQuestion.set(row.question, [row]);
    else known.push(row);
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
    numbers: rows.flatMap(({ part, split, median, mean, mode, stdev }) =>
      part === 'numbers'
        ? [
            {
              split: split ?? '',
              median: numberOf(median),
              mean: numberOf(mean),
              mode: numberOf(mode),
              stdev: numberOf(stdev),
            },
          ]
        : [],
    ),
  };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : Number(text);
}
