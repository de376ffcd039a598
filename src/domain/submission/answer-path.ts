import { InvalidError } from '../errors';
import type { InstanceDocument, InstanceElement } from './instance-document';

interface Step {
  readonly name: string;
  /** 1-based index among the instances of a repeat. */
  readonly position: number;
}

export type AnswerPath = readonly Step[];

const STEP = /^(?<name>[\p{L}_][\p{L}\p{M}\p{N}_.:-]*)(?:\[(?<position>[1-9]\d{0,8})\])?$/u;

/**
 * Parses `household/member[2]/photo`; a repeat without a position means its first instance.
 * @throws InvalidError for a malformed path
 */
export function readAnswerPath(text: string): AnswerPath {
  return text.split('/').map((step) => {
    const { name, position } = STEP.exec(step)?.groups ?? {};
    if (name === undefined) throw new InvalidError('Invalid XPath syntax');
    return { name, position: Number(position ?? 1) };
  });
}

/** True if both paths address the same answer. */
export function isSamePath(one: AnswerPath, other: AnswerPath): boolean {
  return (
    one.length === other.length &&
    one.every(
      ({ name, position }, index) => name === other[index]?.name && position === other[index].position,
    )
  );
}

/** True if the instance has an element at the path, answered or empty. */
export function hasElement({ root }: InstanceDocument, path: AnswerPath): boolean {
  let element: InstanceElement | undefined = root;
  for (const { name, position } of path) {
    element = element?.children.filter((child) => child.name === name)[position - 1];
  }
  return element !== undefined;
}
