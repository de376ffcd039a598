import { setImmediate } from 'node:timers/promises';
import type { ReadCost, RunQuery } from '../query/bounded-reader';
import type { ValueCounts } from '../query/answers-sql';
import type { PartCount } from '../query/report-counts-sql';
import { hasHighCardinality } from '../../domain/report/report-passes';
import { isRepeated } from '../../domain/report/report-question';
import type { SampledQuestion } from './report-aggregation';

/** Ids of submissions, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

export interface SummaryDefinition<Plan> {
  readonly assetId: number;
  /** Of what the summary contains, and the format of its parts. */
  readonly key: readonly unknown[];
  /** Decides once, for all parts, what they contain. */
  readonly plan: (query: RunQuery) => Promise<Plan>;
  /** Of a statement; default: `aggregate`. */
  readonly cost?: ReadCost;
  /** With more, reading fails, and the next one continues. Default: any number. */
  readonly maxComputed?: number;
  /** After this time, reading fails with an UnfinishedError. Default: `SUMMARY_LIMITS.computingMs`. */
  readonly computingMs?: number;
  readonly compute: (query: RunQuery, plan: Plan, range: IdRange) => Promise<Buffer>;
  /** Parts are a few bytes each: all are read at once. Otherwise 8 are in memory at a time. */
  readonly hasSmallParts?: boolean;
}

export interface SummaryPart {
  readonly range: IdRange;
  readonly data: Buffer;
}

export interface OpenSummary<Plan> {
  readonly plan: Plan;
  /** State of the submissions that the parts show: `pg_snapshot` as text. */
  readonly snapshot: string;
  /** False before it is stored for the first time. */
  readonly isStored: boolean;
  /** Number of parts. */
  readonly size: number;
  /** Each part, in the order of ids; computes those of which submissions changed. */
  readonly parts: () => AsyncGenerator<SummaryPart>;
}

/** Distinct answers of all questions in a summary: they are read with each report. */
const MAX_DISTINCT = 100_000;

/** Indexes of the questions whose answers are counted in a summary: those of few distinct ones, outside of repeats. */
export function selectSummarized(sampled: readonly SampledQuestion[]): number[] {
  const candidates = sampled
    .filter(({ question, estimate }) => !isRepeated(question) && !hasHighCardinality(question, estimate))
    .sort((one, other) => one.estimate.distinct - other.estimate.distinct);
  let distinct = 0;
  const selected = candidates.filter(({ estimate }) => (distinct += estimate.distinct) <= MAX_DISTINCT);
  return selected.map(({ index }) => index).sort((one, other) => one - other);
}

/** Adds up the counts of parts. */
export async function addCounts(parts: AsyncIterable<SummaryPart>): Promise<ValueCounts> {
  const rows = new Map<string, Counted>();
  for await (const { data } of parts) {
    for (const [question, value, split, day, submissions, first] of JSON.parse(
      data.toString(),
    ) as PartCount[]) {
      // Texts of the database have no character 0.
      const key = [question, day, split ?? '\0', value ?? '\0'].join('\0');
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { question, value, split, day, submissions, first });
      else {
        row.submissions += submissions;
        if (first !== null && (row.first === null || first < row.first)) row.first = first;
      }
    }
    await setImmediate();
  }
  const all = [...rows.values()];
  return {
    question: all.map(({ question }) => question),
    value: all.map(({ value }) => value),
    split: all.map(({ split }) => split),
    day: all.map(({ day }) => day),
    submissions: all.map(({ submissions }) => submissions),
    first: all.map(({ first }) => first),
  };
}

interface Counted {
  readonly question: number | null;
  readonly value: string | null;
  readonly split: string | null;
  readonly day: string | null;
  submissions: number;
  first: number | null;
}

interface QuestionPoints {
  readonly question: number;
  readonly points: Buffer;
}

const HEAD_BYTES = 8;

/** Question, length, and points of each. */
export function encodePoints(found: readonly QuestionPoints[]): Buffer {
  return Buffer.concat(
    found.flatMap(({ question, points }) => {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32BE(question);
      head.writeUInt32BE(points.length, HEAD_BYTES / 2);
      return [head, points];
    }),
  );
}

export function decodePoints(data: Buffer): QuestionPoints[] {
  const found: QuestionPoints[] = [];
  for (let at = 0; at < data.length;) {
    const from = at + HEAD_BYTES;
    const until = from + data.readUInt32BE(at + HEAD_BYTES / 2);
    found.push({ question: data.readUInt32BE(at), points: data.subarray(from, until) });
    at = until;
  }
  return found;
}

/** Latitudes and longitudes in turn. @param chunks of numbers in network byte order */
export function pointsOf(chunks: readonly Buffer[]): Float64Array {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  // Not from the pool, whose offsets are no multiples of eight.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const chunk of chunks) at += chunk.copy(bytes, at);
  bytes.swap64();
  return new Float64Array(bytes.buffer, 0, size / Float64Array.BYTES_PER_ELEMENT);
}
