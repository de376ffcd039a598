import { Cells } from './cells';
import { QuestionType } from './question-types';

/** The survey as a tree: what the rows mean once groups and repeats are closed and every node has its path. */

interface FormNodeBase {
  readonly name: string;
  /** Absolute path with the root: `/data/household/age`. */
  readonly path: string;
  /** Number of steps in `path`; the root has 1. */
  readonly depth: number;
  readonly parent: FormContainer | null;
  /** The nearest repeat around this node, itself not counted. */
  readonly repeat: FormRepeat | null;
  readonly row: number;
  readonly cells: Cells;
  /** For generated rows: column → the column in which the author wrote its text. */
  readonly writtenIn?: Readonly<Record<string, string>>;
}

export interface FormQuestion extends FormNodeBase {
  readonly kind: 'question';
  readonly type: QuestionType;
}

export interface FormGroup extends FormNodeBase {
  readonly kind: 'group';
  readonly children: FormNode[];
}

export interface FormRepeat extends FormNodeBase {
  readonly kind: 'repeat';
  readonly children: FormNode[];
}

export interface FormRoot extends FormNodeBase {
  readonly kind: 'root';
  readonly children: FormNode[];
}

export type FormContainer = FormRoot | FormGroup | FormRepeat;
export type FormNode = FormQuestion | FormGroup | FormRepeat;

/** Every node below a container in document order, containers before what they hold. */
export function* descendants(container: FormContainer): Generator<FormNode> {
  for (const child of container.children) {
    yield child;
    if (child.kind !== 'question') yield* descendants(child);
  }
}

/** Where an expression stands, as far as its paths depend on it. Every node is one. */
export interface Standpoint {
  readonly depth: number;
  readonly repeat: FormRepeat | null;
}

/** True when `ancestor` stands around `node`; a node is no ancestor of itself. */
export function isInside(node: Standpoint, ancestor: FormRepeat): boolean {
  for (let repeat = node.repeat; repeat !== null; repeat = repeat.repeat)
    if (repeat === ancestor) return true;
  return false;
}
