import { InvalidError } from '../errors';
import type { InstanceDocument, InstanceElement } from './instance-document';

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

/** Whether two paths lead to the same answer. */
export function isSamePath(one: AnswerPath, other: AnswerPath): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, position }, index) => name === other[index]?.name && position === other[index].position,
    )
  );
}

/** Whether an instance has an element there, be it answered or left open. */
export function hasElement({ root }: InstanceDocument, path: AnswerPath): boolean {
  let inside: InstanceElement | undefined = root;
  for (const { name, position } of path) {
    inside = inside?.children.filter((child) => child.name === name)[position - 1];
  }
  return inside !== undefined;
}
