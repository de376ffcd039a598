import type { RootNode } from '@getodk/xforms-engine';
import { computed, defineComponent, h, type PropType } from 'vue';

export interface FormProgress {
  readonly answered: number;
  readonly questions: number;
}

/** Members of a node that are read; the engine's union of all nodes does not resolve. */
export interface FormNode {
  readonly nodeType: string;
  readonly currentState: {
    readonly relevant: boolean;
    readonly readonly: boolean;
    readonly children: unknown;
    /** Path. */
    readonly reference?: string;
    readonly value?: unknown;
    readonly instanceValue?: string;
  };
}

/** Node types of questions that people answer. */
export const QUESTIONS: ReadonlySet<string> = new Set([
  'input',
  'select',
  'range',
  'rank',
  'trigger',
  'upload',
]);

/** Counts the relevant questions below a node, and those that have an answer. */
export function progressOf(node: FormNode): FormProgress {
  const { currentState } = node;
  if (!currentState.relevant) return { answered: 0, questions: 0 };
  if (QUESTIONS.has(node.nodeType)) {
    if (currentState.readonly) return { answered: 0, questions: 0 };
    return { answered: isAnswered(node) ? 1 : 0, questions: 1 };
  }
  let [answered, questions] = [0, 0];
  for (const child of (currentState.children ?? []) as readonly FormNode[]) {
    const below = progressOf(child);
    answered += below.answered;
    questions += below.questions;
  }
  return { answered, questions };
}

/** Answers below a node as a text, to find out whether the person has changed any. */
export function answersBelow(node: FormNode): string {
  const { value, instanceValue = '', children } = node.currentState;
  if (QUESTIONS.has(node.nodeType))
    return value instanceof File ? `${value.name} ${value.size}` : instanceValue;
  return ((children ?? []) as readonly FormNode[]).map(answersBelow).join('\n');
}

function isAnswered({ currentState: { value, instanceValue = '' } }: FormNode): boolean {
  return value instanceof File || instanceValue !== '';
}

/** Bar that tells how many questions of an open form have an answer; follows the form. */
export const FormProgressBar = defineComponent({
  props: {
    root: { type: Object as PropType<RootNode>, required: true },
    label: { type: String, required: true },
  },
  setup: (props) => {
    const progress = computed(() => progressOf(props.root));
    return () => {
      const { answered, questions } = progress.value;
      if (questions === 0) return null;
      // Not a label element: the engine overrides the style of these.
      return h('div', { class: 'form-progress' }, [
        h('span', { id: 'form-progress' }, `${props.label} ${answered} / ${questions}`),
        h('progress', { value: answered, max: questions, 'aria-labelledby': 'form-progress' }),
      ]);
    };
  },
});

/** Members of a node that pages and grids are made of. */
export interface LayoutNode extends FormNode {
  readonly nodeId: string;
  readonly appearances?: Iterable<string> | null;
  readonly validationState?: { readonly violation?: unknown };
  readonly currentState: FormNode['currentState'] & {
    readonly hasRelevantBodyNodes?: boolean;
    readonly label?: { readonly asString: string } | null;
  };
}

/** Questions that a form with the style `pages` shows at a time. */
export interface FormPage {
  /** Id of the question, group or repeat that the page shows. */
  readonly id: string;
  readonly questions: readonly LayoutNode[];
  /** Repeats to which the page can add. */
  readonly repeats: readonly LayoutNode[];
}

export const REPEAT_WITH_BUTTON = 'repeat-range:uncontrolled';

export function childrenOf({ currentState }: FormNode): readonly LayoutNode[] {
  return (currentState.children ?? []) as readonly LayoutNode[];
}

export function isQuestion({ nodeType }: FormNode): boolean {
  return QUESTIONS.has(nodeType) || nodeType === 'note';
}

export function isRepeat({ nodeType }: FormNode): boolean {
  return nodeType.startsWith('repeat-range');
}

export function hasAppearance({ appearances }: LayoutNode, name: string): boolean {
  return [...(appearances ?? [])].includes(name);
}

/**
 * Pages of a form as Enketo and Collect make them: one per question, or per group or repeat instance with the appearance
 * `field-list`. Only what is relevant.
 */
export function pagesOf(root: FormNode): readonly FormPage[] {
  return childrenOf(root).flatMap(pagesOfNode);
}

function pagesOfNode(node: LayoutNode): readonly FormPage[] {
  if (!node.currentState.relevant) return [];
  if (isQuestion(node)) return [{ id: node.nodeId, questions: [node], repeats: [] }];
  if (isRepeat(node)) return pagesOfRepeat(node);
  return hasAppearance(node, 'field-list') ? pageOf(node) : childrenOf(node).flatMap(pagesOfNode);
}

function pagesOfRepeat(range: LayoutNode): readonly FormPage[] {
  const isList = hasAppearance(range, 'field-list');
  const pages = childrenOf(range).flatMap((instance) =>
    isList ? pageOf(instance) : childrenOf(instance).flatMap(pagesOfNode),
  );
  if (range.nodeType !== REPEAT_WITH_BUTTON) return pages;
  const last = pages.at(-1);
  if (last === undefined) return [{ id: range.nodeId, questions: [], repeats: [range] }];
  return [...pages.slice(0, -1), { ...last, repeats: [...last.repeats, range] }];
}

function pageOf(node: LayoutNode): readonly FormPage[] {
  const [questions, repeats]: [LayoutNode[], LayoutNode[]] = [[], []];
  collect(node, questions, repeats);
  return questions.length + repeats.length === 0 ? [] : [{ id: node.nodeId, questions, repeats }];
}

function collect(node: LayoutNode, questions: LayoutNode[], repeats: LayoutNode[]): void {
  if (!node.currentState.relevant) return;
  if (isQuestion(node)) questions.push(node);
  else for (const child of childrenOf(node)) collect(child, questions, repeats);
  if (node.nodeType === REPEAT_WITH_BUTTON) repeats.push(node);
}

/** Units of the appearances `w1` to `w10`; undefined without one. */
export function widthOf({ appearances }: LayoutNode): number | undefined {
  for (const name of appearances ?? []) {
    const units = /^w([1-9]|10)$/.exec(name)?.[1];
    if (units !== undefined) return Number(units);
  }
  return undefined;
}

const HIDDEN_TEXT = /^\s*<span\s+style\s*=\s*(["'])\s*display\s*:\s*none\s*;?\s*\1\s*>.*<\/span>\s*$/s;

/** Cells of a question matrix hide their labels in one of these ways: the columns of the grid have headings. */
export function hasHiddenLabel(node: LayoutNode): boolean {
  return hasAppearance(node, 'no-label') || HIDDEN_TEXT.test(node.currentState.label?.asString ?? '');
}
