import { Cells } from './cells';
import { QuestionType } from './question-types';

interface FormNodeBase {
  readonly name: string;
  /** Absolute path with the root: `/data/household/age`. */
  readonly path: string;
  readonly depth: number;
  /** Innermost repeat that contains this node, excluding itself. */
  readonly repeat: FormRepeat | null;
  readonly row: number;
  readonly cells: Cells;
  readonly sourceColumns?: Readonly<Record<string, string>>;
}

interface ChildNodeBase extends FormNodeBase {
  readonly parent: FormContainer;
}

export interface FormQuestion extends ChildNodeBase {
  readonly kind: 'question';
  readonly type: QuestionType;
}

export interface FormGroup extends ChildNodeBase {
  readonly kind: 'group';
  readonly children: FormNode[];
}

export interface FormRepeat extends ChildNodeBase {
  readonly kind: 'repeat';
  readonly children: FormNode[];
}

export interface FormRoot extends FormNodeBase {
  readonly kind: 'root';
  readonly parent: null;
  readonly children: FormNode[];
}

export type FormContainer = FormRoot | FormGroup | FormRepeat;
export type FormNode = FormQuestion | FormGroup | FormRepeat;

/** Creates an empty form. @param cells attributes of the root, as columns such as `bind::x` */
export function createRoot(name: string, cells: Cells = {}): FormRoot {
  return {
    kind: 'root',
    name,
    path: `/${name}`,
    depth: 1,
    parent: null,
    repeat: null,
    row: 2,
    cells,
    children: [],
  };
}

/** Yields every node below a container in document order (pre-order). */
export function* descendants(container: FormContainer): Generator<FormNode> {
  for (const child of container.children) {
    yield child;
    if (child.kind !== 'question') yield* descendants(child);
  }
}

/**
 * True when the question has a control in the body. A calculated or triggered question without label and hint has none
 * (contract-xlsform 3.3).
 */
export function hasControl({ type, cells }: FormQuestion): boolean {
  if (type.control === undefined) return false;
  const isComputed = cells['calculation'] !== undefined || cells['trigger'] !== undefined;
  return !isComputed || cells['label'] !== undefined || cells['hint'] !== undefined;
}

/** XPath context node of an expression, as far as relative paths depend on it. Every node is one. */
export interface ContextNode {
  readonly path: string;
  readonly depth: number;
  readonly repeat: FormRepeat | null;
}

/** True when the repeat `ancestor` contains `node`; a node does not contain itself. */
export function isInside(node: ContextNode, ancestor: FormRepeat): boolean {
  for (let repeat = node.repeat; repeat !== null; repeat = repeat.repeat)
    if (repeat === ancestor) return true;
  return false;
}
