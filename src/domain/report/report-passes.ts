import type { ExpectedAnswers } from './answer-sample';
import type { ReportQuestion } from './report-question';

/** Memory, in bytes, in which different answers are told apart in one pass over the submissions. */
const ROOM = 96 * 1024 * 1024;
/** An answer that is told apart takes so many bytes besides its own. */
const BESIDE = 120;
/** Answers that would take more, in bytes, are not all told apart where there is another way. */
const LARGE = 4 * 1024 * 1024;
/** Memory, in bytes, in which hashes are listed in one pass. */
const ROOM_OF_HASHES = 64 * 1024 * 1024;
/** A hash that is listed takes so many bytes while it is. */
const HASH = 30;
/** Columns that are read in one pass. */
const MOST_OF_PASS = 60;
/**
 * The database thinks that a different answer takes as much as a row, each column of it so many bytes, and lets so many
 * of them stand in memory.
 */
const COLUMN = 32;
const ROOM_OF_ROWS = 200 * 1024 * 1024;

/**
 * Whether of the texts to a question so many differ that only some of them are told apart: those for which there is room in
 * memory, for lists, other than groups, are never written to the disk.
 */
export function isMostlyDiffering(
  { kind, repeats }: Pick<ReportQuestion, 'kind' | 'repeats'>,
  expected: ExpectedAnswers,
): boolean {
  const { differing, width } = expected;
  const isLarge = differing * (BESIDE + width) > LARGE;
  return kind === 'value' && repeats.length === 0 && isLarge && listedBytes(expected) <= ROOM_OF_HASHES;
}

/** What hashes of all answers, and the texts among which the listed ones are, take in memory. */
const listedBytes = ({ answers, width, low }: ExpectedAnswers): number => answers * (HASH + width * low);

/** Questions whose answers are told apart together, in their order; one at least in each. */
export function passes<Asked>(
  asked: readonly Asked[],
  expected: (asked: Asked) => ExpectedAnswers,
): Asked[][] {
  return parted(asked, (pass) => {
    const all = pass.map(expected);
    const rows = all.reduce((sum, { differing }) => sum + differing, 0) * (BESIDE + COLUMN * pass.length);
    const bytes = all.reduce((sum, { differing, width }) => sum + differing * (BESIDE + width), 0);
    return pass.length <= MOST_OF_PASS && rows <= ROOM_OF_ROWS && bytes <= ROOM;
  });
}

/** Questions of whose texts hashes are listed together; one at least in each. */
export function passesOfHashes<Asked>(
  asked: readonly Asked[],
  expected: (asked: Asked) => ExpectedAnswers,
): Asked[][] {
  return parted(asked, (pass) => {
    const bytes = pass.map(expected).reduce((sum, each) => sum + listedBytes(each), 0);
    return pass.length <= MOST_OF_PASS && bytes <= ROOM_OF_HASHES;
  });
}

function parted<Asked>(asked: readonly Asked[], hasRoom: (pass: readonly Asked[]) => boolean): Asked[][] {
  const found: Asked[][] = [];
  for (const each of asked) {
    const last = found.at(-1);
    if (last !== undefined && hasRoom([...last, each])) last.push(each);
    else found.push([each]);
  }
  return found;
}
