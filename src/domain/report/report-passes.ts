import type { CardinalityEstimate } from './value-table';
import { isRepeated, type ReportQuestion } from './report-question';

/** Memory budget of distinct answers in one pass over the submissions, in bytes. */
const MEMORY_BUDGET = 96 * 1024 * 1024;
/** Overhead of a distinct answer in a hash table, in bytes. */
const ENTRY_OVERHEAD = 120;
/** Above this size, in bytes, hashing first is cheaper than grouping. */
const MIN_HASHED_BYTES = 4 * 1024 * 1024;
/** Memory budget of hash lists in one pass, in bytes. */
const HASH_BUDGET = 64 * 1024 * 1024;
/** Size of a hash in a list, in bytes. */
const HASH_BYTES = 30;
const MAX_COLUMNS_PER_PASS = 60;
/** Size of a column in the planner's estimate of a group, in bytes. */
const PLANNER_COLUMN_BYTES = 32;
/** Largest estimate, in bytes, for which the planner uses a hash table. */
const PLANNER_BUDGET = 200 * 1024 * 1024;

/**
 * True if a text question has so large a share of distinct answers that frequencies of hashes are computed first. Limited
 * to what fits in memory, since array aggregates, unlike hash tables, do not spill to disk.
 */
export function hasHighCardinality(
  question: Pick<ReportQuestion, 'kind' | 'places'>,
  estimate: CardinalityEstimate,
): boolean {
  const { distinct, width } = estimate;
  const isLarge = distinct * (ENTRY_OVERHEAD + width) > MIN_HASHED_BYTES;
  const isHashed = question.kind === 'value' && !isRepeated(question);
  return isHashed && isLarge && hashListBytes(estimate) <= HASH_BUDGET;
}

/** Size of the hashes of all answers, and of the texts that can be listed. */
const hashListBytes = ({ answers, width, listedShare }: CardinalityEstimate): number =>
  answers * (HASH_BYTES + width * listedShare);

/** Partitions questions, in order, into passes that fit the memory budget; at least one question per pass. */
export function planPasses<Question>(
  questions: readonly Question[],
  estimateOf: (question: Question) => CardinalityEstimate,
): Question[][] {
  return partition(questions, (pass) => {
    const estimates = pass.map(estimateOf);
    const plannerBytes =
      estimates.reduce((sum, { distinct }) => sum + distinct, 0) *
      (ENTRY_OVERHEAD + PLANNER_COLUMN_BYTES * pass.length);
    const bytes = estimates.reduce(
      (sum, { distinct, width }) => sum + distinct * (ENTRY_OVERHEAD + width),
      0,
    );
    return pass.length <= MAX_COLUMNS_PER_PASS && plannerBytes <= PLANNER_BUDGET && bytes <= MEMORY_BUDGET;
  });
}

/** Partitions hash lists as `planPasses` does questions. */
export function planHashPasses<Question>(
  questions: readonly Question[],
  estimateOf: (question: Question) => CardinalityEstimate,
): Question[][] {
  return partition(questions, (pass) => {
    const bytes = pass.map(estimateOf).reduce((sum, each) => sum + hashListBytes(each), 0);
    return pass.length <= MAX_COLUMNS_PER_PASS && bytes <= HASH_BUDGET;
  });
}

function partition<Question>(
  questions: readonly Question[],
  fits: (pass: readonly Question[]) => boolean,
): Question[][] {
  const passes: Question[][] = [];
  for (const question of questions) {
    const last = passes.at(-1);
    if (last !== undefined && fits([...last, question])) last.push(question);
    else passes.push([question]);
  }
  return passes;
}
