import type { InstanceElement } from './instance-document';

type Pair = readonly [before: InstanceElement, after: InstanceElement];

/** Beyond this number of comparisons, only equal occurrences are found. */
const MAX_COMPARISONS = 40_000;

interface Occurrence {
  readonly element: InstanceElement;
  /** Paths with answers. */
  readonly answers: ReadonlySet<string>;
  readonly signature: string;
}

/**
 * Finds which occurrence of a node, such as the instance of a repeat, an edit made of which: in the same order, with as many
 * equal answers as possible. An occurrence without a partner was added or removed.
 * @param isKnown whether the form of the edit has a path below the node; others are not compared
 */
export function alignOccurrences(
  before: readonly InstanceElement[],
  after: readonly InstanceElement[],
  isKnown: (path: string) => boolean,
): Pair[] {
  if (before.length === 0 || after.length === 0) return [];
  if (before.length === 1 && after.length === 1) return [[before[0]!, after[0]!]];
  const [olds, news] = [before, after].map((elements) =>
    elements.map((element) => occurrenceOf(element, isKnown)),
  ) as [Occurrence[], Occurrence[]];
  const isEqual = (old: number, each: number): boolean =>
    old < olds.length && each < news.length && olds.at(old)?.signature === news.at(each)?.signature;
  let head = 0;
  while (isEqual(head, head)) head += 1;
  let tail = 0;
  const longest = Math.min(olds.length, news.length) - head;
  while (tail < longest && isEqual(olds.length - 1 - tail, news.length - 1 - tail)) tail += 1;
  const [restOld, restNew] = [olds, news].map((each) => each.slice(head, each.length - tail)) as [
    Occurrence[],
    Occurrence[],
  ];
  const isLong = restOld.length * restNew.length > MAX_COMPARISONS;
  const pairs = [
    ...olds.slice(0, head).map((old, index) => [old, news[index]!] as const),
    ...(isLong ? pairEqual(restOld, restNew) : pairSimilar(restOld, restNew)),
    ...olds.slice(olds.length - tail).map((old, index) => [old, news[news.length - tail + index]!] as const),
  ];
  return pairs.map(([old, each]) => [old.element, each.element]);
}

function occurrenceOf(element: InstanceElement, isKnown: (path: string) => boolean): Occurrence {
  const answers = new Set<string>();
  const collect = ({ children, text }: InstanceElement, path: string): void => {
    if (text !== '' && (path === '' || isKnown(path))) answers.add(`${path}=${text}`);
    for (const child of children) collect(child, path === '' ? child.name : `${path}/${child.name}`);
  };
  collect(element, '');
  return { element, answers, signature: JSON.stringify([...answers]) };
}

function pairEqual(
  olds: readonly Occurrence[],
  news: readonly Occurrence[],
): (readonly [Occurrence, Occurrence])[] {
  if (olds.length === news.length) return olds.map((old, index) => [old, news[index]!] as const);
  const pairs: (readonly [Occurrence, Occurrence])[] = [];
  let start = 0;
  for (const old of olds) {
    const index = news.findIndex(({ signature }, place) => place >= start && signature === old.signature);
    if (index < 0) continue;
    pairs.push([old, news[index]!]);
    start = index + 1;
  }
  return pairs;
}

/** Longest common subsequence, weighed by the number of equal answers; a pair without any counts least. */
function pairSimilar(
  olds: readonly Occurrence[],
  news: readonly Occurrence[],
): (readonly [Occurrence, Occurrence])[] {
  const weight = (one: Occurrence, other: Occurrence): number => {
    let equal = 0;
    for (const answer of one.answers) if (other.answers.has(answer)) equal += 1;
    return 1 + equal * (olds.length + news.length);
  };
  const width = news.length + 1;
  const weights = olds.map((old) => news.map((each) => weight(old, each)));
  const best = new Float64Array((olds.length + 1) * width);
  for (let row = olds.length - 1; row >= 0; row -= 1) {
    for (let column = news.length - 1; column >= 0; column -= 1) {
      best[row * width + column] = Math.max(
        weights[row]![column]! + best[(row + 1) * width + column + 1]!,
        best[(row + 1) * width + column]!,
        best[row * width + column + 1]!,
      );
    }
  }
  const pairs: (readonly [Occurrence, Occurrence])[] = [];
  for (let row = 0, column = 0; row < olds.length && column < news.length;) {
    const value = best[row * width + column]!;
    if (value === weights[row]![column]! + best[(row + 1) * width + column + 1]!) {
      pairs.push([olds[row]!, news[column]!]);
      row += 1;
      column += 1;
    } else if (value === best[(row + 1) * width + column]) row += 1;
    else column += 1;
  }
  return pairs;
}
