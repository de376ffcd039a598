import type { RootNode } from '@getodk/xforms-engine';
import { EDITOR_PREVIEW } from '../../domain/web-form/web-form-page';
import { type FormNode, QUESTIONS } from './form-progress';
import type { FormXml } from './form-xml';

interface Kept {
  /** By path. */
  readonly answers: Readonly<Record<string, string>>;
  readonly scroll: number;
}

/**
 * Answers given in the preview of the form editor, which draws the form anew after each change of it. They are kept until the
 * editor is opened again; files, and answers in repeats, are not.
 */
export class PreviewAnswers {
  private readonly kept = read();
  private root: RootNode | undefined;
  private opened: Readonly<Record<string, string>> = {};

  /** Undefined outside of the editor. */
  static inEditor(): PreviewAnswers | undefined {
    return window.name === EDITOR_PREVIEW ? new PreviewAnswers() : undefined;
  }

  private constructor() {
    addEventListener('pagehide', () => this.keep());
  }

  restore(form: FormXml): FormXml {
    const pairs = Object.entries(this.kept.answers).map(([path, answer]) => [`d[${path}]`, answer]);
    return form.prefill(new URLSearchParams(pairs));
  }

  /** @param root the form as it was opened */
  follow(root: RootNode): void {
    this.root = root;
    this.opened = answersOf(root);
  }

  scrollBack(): void {
    scrollTo(0, this.kept.scroll);
  }

  /** Keeps answers that the person changed: others may have a new default by then. */
  private keep(): void {
    if (this.root === undefined) return;
    const answers = { ...this.kept.answers };
    for (const [path, answer] of Object.entries(answersOf(this.root)))
      if (path in answers || answer !== this.opened[path]) answers[path] = answer;
    const kept: Kept = { answers, scroll: scrollY };
    try {
      sessionStorage.setItem(EDITOR_PREVIEW, JSON.stringify(kept));
    } catch {
      // The next preview begins without answers.
    }
  }
}

function read(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(EDITOR_PREVIEW) ?? '') as Kept;
  } catch {
    return { answers: {}, scroll: 0 };
  }
}

/** Relevant questions outside of repeats, by path. */
function answersOf(node: FormNode): Record<string, string> {
  const { relevant, reference = '', value, instanceValue = '', children } = node.currentState;
  if (!relevant || reference.includes('[')) return {};
  if (QUESTIONS.has(node.nodeType)) return value instanceof File ? {} : { [reference]: instanceValue };
  return Object.assign({}, ...((children ?? []) as readonly FormNode[]).map(answersOf)) as Record<
    string,
    string
  >;
}
