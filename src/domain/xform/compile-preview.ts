import type { Content } from '../content/content';
import { type CompiledXForm, compileXForm } from './compile-xform';

/** What a preview is called. */
export interface PreviewNames {
  /** Id of the form. */
  readonly uid: string;
  /** Name of its root; absent: the uid. */
  readonly rootName?: string;
  /** What people read above the form; empty: the uid. */
  readonly title: string;
  /** What people read before the first question, in whichever language. */
  readonly note?: string;
}

/**
 * The form as people try it before it is deployed (contract-xlsform 3.10): it belongs to no deployment and has no version;
 * what would only be in the way of a first look, such as two questions of one name, is mended.
 * @throws FormProblemsError with every problem found, each with sheet, row and column
 */
export function compilePreview(
  content: Content,
  { uid, rootName = uid, title, note }: PreviewNames,
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

/** Called as clients know it. */
function withNote(content: Content, note: string): Content {
  const label = content.translations.map(() => note);
  return {
    ...content,
    translated: [...new Set([...content.translated, 'label'])].sort(),
    survey: [{ type: 'note', name: 'prepended_note', label }, ...content.survey],
  };
}
