import type { RootNode } from '@getodk/xforms-engine';
import { EDITOR_PREVIEW } from '../../domain/web-form/web-form-page';
import { type FormNode, QUESTIONS } from './form-pages';

type Answer = string | File;

interface Kept {
  /** By path. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Copies of repeats that the person added or removed, by path. */
  readonly copies: Readonly<Record<string, number>>;
  readonly scroll: number;
}

/** The frame of the editor stays while the pages in it change. */
interface PreviewFrame extends Element {
  keptAnswers?: Kept;
}

/** Members of nodes that take an answer. */
interface Answerable extends FormNode {
  selectValues?(values: readonly string[]): void;
  setValues?(values: readonly string[]): void;
  setValue?(value: string | number | boolean | File): void;
}

interface Repeat extends FormNode {
  addInstances(afterIndex: undefined, count: number): void;
  removeInstances(startIndex: number, count: number): void;
}

const REPEAT = 'repeat-range:uncontrolled';
/** An answer may make questions relevant that have an answer too. */
const MAX_PASSES = 10;

/**
 * Answers given in the preview of the form editor, which draws the form anew after each change of it. They are kept until the
 * editor is opened again.
 */
export class PreviewAnswers {
  private root: RootNode | undefined;
  private opened: Omit<Kept, 'scroll'> = { answers: {}, copies: {} };

  /** Undefined outside of the editor. */
  static inEditor(): PreviewAnswers | undefined {
    const frame = window.name === EDITOR_PREVIEW ? window.frameElement : null;
    return frame === null ? undefined : new PreviewAnswers(frame);
  }

  private constructor(private readonly frame: PreviewFrame) {
    addEventListener('pagehide', () => this.keep());
  }

  /** @param root the form as it was opened, which gets the answers */
  follow(root: RootNode): void {
    this.root = root;
    this.opened = { answers: answersOf(root), copies: copiesOf(root) };
    restore(root, this.kept);
  }

  scrollBack(): void {
    scrollTo(0, this.kept.scroll);
  }

  private get kept(): Kept {
    return this.frame.keptAnswers ?? { answers: {}, copies: {}, scroll: 0 };
  }

  /** Keeps what the person changed: other questions may have a new default by then. */
  private keep(): void {
    if (this.root === undefined) return;
    this.frame.keptAnswers = {
      answers: changed(this.kept.answers, this.opened.answers, answersOf(this.root)),
      copies: changed(this.kept.copies, this.opened.copies, copiesOf(this.root)),
      scroll: scrollY,
    };
  }
}

function changed<Value>(
  kept: Readonly<Record<string, Value>>,
  opened: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const mine = Object.entries(now).filter(([path, value]) => path in kept || value !== opened[path]);
  return { ...kept, ...Object.fromEntries(mine) };
}

/** Gives a form the answers that fit it. */
function restore(root: RootNode, { answers, copies }: Kept): void {
  const rest = new Map(Object.entries(answers));
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const former = rest.size;
    const shown: Shown = { repeats: [], questions: [] };
    collect(root, shown);
    const hasCopied = shown.repeats.filter((repeat) => copy(repeat, copies)).length > 0;
    for (const question of shown.questions) {
      const path = question.currentState.reference ?? '';
      const value = rest.get(path);
      if (value !== undefined && !question.currentState.readonly) answer(question, value);
      rest.delete(path);
    }
    if (!hasCopied && rest.size === former) return;
  }
}

/** @returns whether the number of copies changed */
function copy(repeat: Repeat, copies: Kept['copies']): boolean {
  const { children, reference = '' } = repeat.currentState;
  const count = (children as readonly unknown[]).length;
  const wanted = copies[reference] ?? count;
  if (wanted > count) repeat.addInstances(undefined, wanted - count);
  if (wanted < count) repeat.removeInstances(wanted, count - wanted);
  return wanted !== count;
}

function answer(question: Answerable, value: Answer): void {
  try {
    // Files of a page that was left belong to its window, which the engine does not recognize.
    if (typeof value !== 'string') question.setValue?.(new File([value], value.name, { type: value.type }));
    else if (question.selectValues) question.selectValues(value.split(' ').filter(Boolean));
    else if (question.setValues) question.setValues(value.split(' ').filter(Boolean));
    else if (question.nodeType === 'trigger') question.setValue?.(value !== '');
    else if (question.nodeType !== 'upload') question.setValue?.(value);
  } catch {
    // The question has another type now.
  }
}

interface Shown {
  readonly repeats: Repeat[];
  readonly questions: Answerable[];
}

/** Relevant repeats and questions below a node. */
function collect(node: FormNode, shown: Shown): void {
  if (!node.currentState.relevant) return;
  if (QUESTIONS.has(node.nodeType)) return void shown.questions.push(node);
  if (node.nodeType === REPEAT) shown.repeats.push(node as Repeat);
  for (const child of (node.currentState.children ?? []) as readonly FormNode[]) collect(child, shown);
}

function answersOf(root: FormNode): Record<string, Answer> {
  const shown: Shown = { repeats: [], questions: [] };
  collect(root, shown);
  return Object.fromEntries(
    shown.questions.map(({ currentState: { reference = '', value, instanceValue = '' } }) => [
      reference,
      value instanceof File ? value : instanceValue,
    ]),
  );
}

function copiesOf(root: FormNode): Record<string, number> {
  const shown: Shown = { repeats: [], questions: [] };
  collect(root, shown);
  return Object.fromEntries(
    shown.repeats.map(({ currentState: { reference = '', children } }) => [
      reference,
      (children as readonly unknown[]).length,
    ]),
  );
}
