import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AskedQuestion, Narrowing } from '../../database/query/answered-sql';
import { type Ask, BoundedReader } from '../../database/query/bounded-reader';
import type { ChosenSubmissions } from '../../database/query/chosen-sql';
import { costOfWhole } from '../../database/query/scope-sql';
import type { VersionChoice } from '../../database/query/version-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import {
  type AnswerSample,
  type ExpectedAnswers,
  expectedAnswers,
  LISTED_VALUES,
} from '../../domain/report/answer-sample';
import { isMostlyDiffering, passes, passesOfHashes } from '../../domain/report/report-passes';
import type { ReportQuestion } from '../../domain/report/report-question';
import { alikeSql } from '../../database/query/report-alike-sql';
import { countsSql } from '../../database/query/report-counts-sql';
import { sampleSql } from '../../database/query/report-sample-sql';

/** One line of what the database tells of a report; which members it has depends on its part. */
export interface ReportRow {
  readonly part: 'total' | 'split' | 'provided' | 'value' | 'numbers' | 'bin' | 'day';
  /** Index of the question. */
  readonly question: number | null;
  /** Of a bin: where it begins; of a day: the date. */
  readonly value: string | null;
  readonly split: string | null;
  /** Of a bin: answers. */
  readonly submissions: number | null;
  /** Numbers as text: more digits than a number here has. */
  readonly median: string | null;
  readonly mean: string | null;
  readonly mode: string | null;
  readonly stdev: string | null;
  /** Width of a bin. */
  readonly width: string | null;
}

/** What is asked about a form's submissions. */
export interface ReportQuestions {
  readonly version: VersionChoice;
  readonly questions: readonly ReportQuestion[];
  /** Key of the answer that parts the report; undefined: it is not parted. */
  readonly splitPath: string | undefined;
  /** Whether charts are drawn of it: bins of numbers, and the days on which submissions came. */
  readonly isDrawn: boolean;
}

interface SampledRow extends AnswerSample {
  /** Null in the one that has `every` and nothing else. */
  readonly path: string | null;
  readonly every: number | null;
}

interface AlikeRow {
  readonly question: number;
  readonly frequency: number;
  readonly hashes: readonly string[] | null;
  readonly provided: number;
  /** Null where the frequency is not one. */
  readonly lowest: readonly string[] | null;
}

/** A question, and what a look at some submissions tells of its answers. */
interface SampledQuestion extends AskedQuestion {
  readonly expected: ExpectedAnswers;
  readonly atMost: string | undefined;
  readonly seemsUnique: boolean;
}

/** Numbers below this are numbers here, too. */
const SEEDS = 2 ** 47;

/** What is counted of a form's submissions. */
@Injectable()
export class ReportQuery {
  constructor(private readonly reader: BoundedReader) {}

  /**
   * Everything that a report tells, of one moment. A look at some submissions shows which questions have few different
   * answers and which many. Of texts that nearly all differ the equal ones are found by hashes: where there are none nothing
   * else is asked, and else only those are told apart that can be listed. All other answers are, as many questions in one
   * pass as there is room for.
   * @param abandoned ends the statements
   */
  counts(scope: SubmissionScope, asked: ReportQuestions, abandoned: AbortSignal): Promise<ReportRow[]> {
    const submissions = { scope, version: asked.version, splitPath: asked.splitPath };
    return this.reader.read(
      costOfWhole(scope),
      (ask) => new Counting(ask, submissions, asked).rows(),
      abandoned,
    );
  }
}

/** The statements of one report. */
class Counting {
  private readonly seed = String(randomInt(SEEDS));

  constructor(
    private readonly ask: Ask,
    private readonly submissions: ChosenSubmissions,
    private readonly report: ReportQuestions,
  ) {}

  async rows(): Promise<ReportRow[]> {
    const sampled = await this.sampled();
    const alike = await this.alike(sampled);
    const rows: ReportRow[] = [];
    const asked: SampledQuestion[] = [];
    for (const each of sampled) {
      const frequencies = alike.get(each.index) ?? [];
      if (this.isListed(frequencies)) rows.push(...frequencies.flatMap(listedRows));
      else asked.push(this.narrowed(each, frequencies));
    }
    const narrowed = new Set(
      asked.filter(({ narrowing }) => narrowing !== undefined).map(({ index }) => index),
    );
    const [first = [], ...more] = passes(asked, ({ expected }) => expected);
    for (const pass of [first, ...more]) {
      const { isDrawn } = this.report;
      const { sql, values } = countsSql(this.submissions, { asked: pass, isFirst: pass === first, isDrawn });
      rows.push(...(await this.ask<ReportRow>(sql, values)));
    }
    // Of those that were not all told apart the hashes have told how many they are.
    return rows.map((row) =>
      row.part === 'provided' && row.question !== null && narrowed.has(row.question)
        ? { ...row, submissions: alike.get(row.question)?.[0]?.provided ?? 0 }
        : row,
    );
  }

  private async sampled(): Promise<SampledQuestion[]> {
    const { questions } = this.report;
    const isTold = ({ kind, repeats }: ReportQuestion): boolean => kind !== 'count' && repeats.length === 0;
    const paths = questions.filter(isTold).map(({ path }) => path);
    const { sql, values } = sampleSql(this.submissions, paths);
    const rows = await this.ask<SampledRow>(sql, values);
    const every = rows.find(({ path }) => path === null)?.every ?? 1;
    const byPath = new Map(rows.map((row) => [row.path, row]));
    return questions.map((question, index) => {
      const sample = isTold(question) ? byPath.get(question.path) : undefined;
      const expected = expectedAnswers(every, sample);
      const seemsUnique = sample?.once === sample?.answers;
      return { index, question, expected, atMost: sample?.hundredth ?? undefined, seemsUnique };
    });
  }

  /** Index of a question of whose texts nearly all differ → how often they were given. */
  private async alike(sampled: readonly SampledQuestion[]): Promise<Map<number, AlikeRow[]>> {
    const differing = sampled.filter(({ question, expected }) => isMostlyDiffering(question, expected));
    const found = new Map<number, AlikeRow[]>(differing.map(({ index }) => [index, []]));
    for (const pass of passesOfHashes(differing, ({ expected }) => expected)) {
      const { sql, values } = alikeSql(this.submissions, pass, this.seed);
      for (const row of await this.ask<AlikeRow>(sql, values)) found.get(row.question)?.push(row);
    }
    return found;
  }

  /** Whether hashes have told all that is listed: every text was given once, and nothing parts them. */
  private isListed([mostFrequent]: readonly AlikeRow[]): boolean {
    return this.submissions.splitPath === undefined && mostFrequent?.frequency === 1;
  }

  /** As it was where all values must be told apart to tell which are listed. */
  private narrowed(asked: SampledQuestion, alike: readonly AlikeRow[]): SampledQuestion {
    const hashes = alike.map((each) => each.hashes);
    if (hashes.length === 0 || !hashes.every((each) => each !== null)) return asked;
    // Among those that were given once none is listed that stands behind a hundred others.
    const once = alike.find(({ frequency }) => frequency === 1);
    const narrowing: Narrowing = { atMost: once?.lowest?.at(-1), seed: this.seed, hashes: hashes.flat() };
    const differing = narrowing.hashes.length + LISTED_VALUES;
    return { ...asked, narrowing, expected: { ...asked.expected, differing } };
  }
}

/** Of a question to which all texts differ. */
function listedRows({ question, provided, lowest }: AlikeRow): ReportRow[] {
  const row = {
    ...{ question, value: null, split: '', submissions: 1 },
    ...{ median: null, mean: null, mode: null, stdev: null, width: null },
  };
  return [
    { ...row, part: 'provided', submissions: provided },
    ...(lowest ?? []).map((value): ReportRow => ({ ...row, part: 'value', value })),
  ];
}
