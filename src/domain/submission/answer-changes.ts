import { InvalidError } from '../errors';
import type { InstanceDocument, InstanceElement } from './instance-document';

/** Cursor of a client of the change API: the last change it received (decision 74). */
export interface ChangeToken {
  readonly transactionId: number;
  readonly submissionId: number;
}

/** Cursor before the first change. Changes from before a restore have negative transaction ids. */
export const INITIAL_CHANGE_TOKEN: ChangeToken = { transactionId: -Number.MAX_SAFE_INTEGER, submissionId: 0 };

/** Parses `transactionId-submissionId`; absent or empty is the start. @throws InvalidError for any other text */
export function readChangeToken(since: unknown): ChangeToken {
  if (since === undefined || since === '') return INITIAL_CHANGE_TOKEN;
  const [, transactionId, submissionId] =
    (typeof since === 'string' && /^(-?\d{1,16})-(\d{1,15})$/.exec(since)) || [];
  if (transactionId === undefined) {
    throw InvalidError.at(
      'since',
      'Send the `token` of the last response, or leave `since` out to start from the beginning.',
    );
  }
  return { transactionId: Number(transactionId), submissionId: Number(submissionId) };
}

/** Inverse of `readChangeToken`. */
export function writeChangeToken({ transactionId, submissionId }: ChangeToken): string {
  return `${transactionId}-${submissionId}`;
}

/** Kinds of changes in the change API (decision 74). */
export type SubmissionChangeKind = 'created' | 'edited' | 'attachments' | 'validation_status' | 'deleted';

/** Answer that an edit added, changed or removed. */
export interface AnswerChange {
  /** Path with 1-based positions in repeats: `household/member[2]/name`. */
  readonly path: string;
  /** Undefined: the answer was added. */
  readonly before: string | undefined;
  /** Undefined: the answer was removed. */
  readonly after: string | undefined;
}

type Answers = Readonly<Record<string, unknown>>;

/** Paths that change with every edit, or identify the form. */
const IGNORED = /^(?:__version__|_version_|formhub|meta)(?:\/|$)/;

/** Compares the answers of two states of a submission, in the order of the later one; removed answers come last. */
export function answerChanges(before: Answers, after: Answers): AnswerChange[] {
  const [old, current] = [flatAnswers(before), flatAnswers(after)];
  const paths = [...current.keys(), ...[...old.keys()].filter((path) => !current.has(path))];
  return paths
    .map((path) => ({ path, before: old.get(path), after: current.get(path) }))
    .filter((change) => change.before !== change.after);
}

function flatAnswers(answers: Answers): Map<string, string> {
  const flat = new Map<string, string>();
  collect(answers, '', '', flat);
  return flat;
}

/** @param path of the enclosing repetition in the JSON; `place` is the same with positions */
function collect(answers: Answers, path: string, place: string, flat: Map<string, string>): void {
  for (const [key, value] of Object.entries(answers)) {
    if (IGNORED.test(key)) continue;
    const at = path !== '' && key.startsWith(`${path}/`) ? place + key.slice(path.length) : key;
    if (!Array.isArray(value)) {
      flat.set(at, typeof value === 'string' ? value : JSON.stringify(value));
      continue;
    }
    (value as unknown[]).forEach((each, index) => {
      if (typeof each === 'object' && each !== null) {
        collect(each as Answers, key, `${at}[${index + 1}]`, flat);
      }
    });
  }
}

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
