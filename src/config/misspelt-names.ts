export interface MisspeltName {
  readonly name: string;
  readonly nearest: string;
}

/** Shorter words have neighbours that mean something else after two edits. */
const MIN_LETTERS_OF_TWO_EDITS = 6;

/**
 * Finds names that are nearly known ones: another case or other separators, or a letter more, less, changed or swapped; two
 * of them at most. Known names are none, and neither are names that are far from all.
 */
export function misspeltNames(names: readonly string[], known: readonly string[]): MisspeltName[] {
  const isKnown = new Set(known);
  return names.flatMap((name) => {
    const nearest = isKnown.has(name) ? undefined : nearestOf(name, known);
    return nearest === undefined ? [] : [{ name, nearest }];
  });
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
  // Variables in lower case are of other programs, unless they differ in nothing else.
  const isUpper = name === name.toUpperCase();
  let nearest: string | undefined;
  let fewest = Infinity;
  for (const each of known) {
    const edits = nameEdits(name.toUpperCase(), each);
    if (edits >= fewest || (edits > 0 && !isUpper)) continue;
    [nearest, fewest] = [each, edits];
  }
  return nearest;
}

/** Infinity for another name: DATABASE_PORT differs from DATABASE_POOL in a whole word. */
function nameEdits(name: string, target: string): number {
  const [words, targets] = [name.split('_'), target.split('_')];
  // A changed letter makes another word of a short name: POST, SORT.
  if (targets.length === 1 && name.length === target.length && !isSwap(name, target)) return Infinity;
  if (words.length !== targets.length) return wordEdits(lettersOf(name), lettersOf(target));
  const edits = targets.reduce((sum, word, index) => sum + wordEdits(words[index]!, word), 0);
  return edits <= 2 ? edits : Infinity;
}

function wordEdits(word: string, target: string): number {
  const edits = editDistance(word, target);
  return edits <= (target.length < MIN_LETTERS_OF_TWO_EDITS ? 1 : 2) ? edits : Infinity;
}

const lettersOf = (name: string): string => name.replaceAll(/[^A-Z0-9]/g, '');

const isSwap = (one: string, other: string): boolean =>
  [...one].sort().join('') === [...other].sort().join('');

/** Insertions, deletions, changes and swaps of neighbours that make one text of the other; Infinity beyond two. */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length]!;
}
