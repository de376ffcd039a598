import { setImmediate } from 'node:timers/promises';
import type { ValueCounts } from '../query/answers-sql';
import type { PartCount } from '../query/report-counts-sql';
import { hasHighCardinality } from '../../domain/report/report-passes';
import { isRepeated } from '../../domain/report/report-question';
import type { SummaryPart } from './summary-definition';
import type { SampledQuestion } from './report-aggregation';

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
