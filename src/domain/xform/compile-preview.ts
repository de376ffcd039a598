import type { Content } from '../content/content';
import { type CompiledXForm, compileXForm } from './compile-xform';

export interface PreviewOptions {
  readonly uid: string;
  /** Name of the root node; default: the uid. */
  readonly rootName?: string;
  /** Title; the uid if empty. */
  readonly title: string;
  /** Note shown before the first question, the same in every language. */
  readonly note?: string;
}

/**
 * Compiles a form for a preview before it is deployed (contract-xlsform 3.10): without deployment and version, and with
 * duplicate names renamed instead of refused.
 * @throws FormProblemsError with every problem found, each with sheet, row and column
 */
export function compilePreview(
  content: Content,
  { uid, rootName = uid, title, note }: PreviewOptions,
): CompiledXForm {
  return compileXForm(note === undefined ? content : withNote(content, note), {
    formId: uid,
    rootName,
    title: title === '' ? uid : title,
    version: null,
    duplicates: 'rename',
    allowChoiceDuplicates: true,
    kobo: {},
  });
}

/** Prepends a note named `prepended_note`, as KoboToolbox's clients expect. */
function withNote(content: Content, note: string): Content {
  const label = content.translations.map(() => note);
  return {
    ...content,
    translated: [...new Set([...content.translated, 'label'])].sort(),
    survey: [{ type: 'note', name: 'prepended_note', label }, ...content.survey],
  };
}
