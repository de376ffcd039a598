import { InvalidError } from '../errors';

/** One step of a path into a submission. */
interface Step {
  readonly name: string;
  /** Which copy of a repeat is meant, from 1. */
  readonly position: number;
}

/** A path to the answer to a question. */
export type AnswerPath = readonly Step[];

const STEP = /^(?<name>[\p{L}_][\p{L}\p{M}\p{N}_.:-]*)(?:\[(?<position>[1-9]\d{0,8})\])?$/u;

/**
 * Reads `household/member[2]/photo`; a repeat without a position means its first copy.
 * @throws InvalidError for what is no such path
 */
export function readAnswerPath(text: string): AnswerPath {
  return text.split('/').map((step) => {
    const { name, position } = STEP.exec(step)?.groups ?? {};
    if (name === undefined) throw new InvalidError('Invalid XPath syntax');
    return { name, position: Number(position ?? 1) };
  });
}

/** The path as forms have it, without positions. */
export function plainPath(path: AnswerPath): string {
  return path.map(({ name }) => name).join('/');
}

/** Whether it goes through first copies alone. */
export function isFirst(path: AnswerPath): boolean {
  return path.every(({ position }) => position === 1);
}

/** Whether two paths lead to the same answer. */
export function isSamePath(one: AnswerPath, other: AnswerPath): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, position }, index) => name === other[index]?.name && position === other[index].position,
    )
  );
}

/**
 * Whether a submission has an answer there, or any below.
 * @param answers its JSON: full paths, those of repeats with lists of objects
 */
export function isAnswered(answers: Readonly<Record<string, unknown>>, path: AnswerPath): boolean {
  let inside = answers;
  let key = '';
  for (const [index, { name, position }] of path.entries()) {
    key = key === '' ? name : `${key}/${name}`;
    const value = inside[key];
    const isLast = index === path.length - 1;
    if (isObjects(value)) {
      const copy = value[position - 1];
      if (copy === undefined || isLast) return copy !== undefined;
      inside = copy;
    } else if (position > 1) return false;
    else if (isLast)
      return value !== undefined || Object.keys(inside).some((each) => each.startsWith(`${key}/`));
  }
  return false;
}

function isObjects(value: unknown): value is readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null);
}
