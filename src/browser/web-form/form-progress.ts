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
