import { KoboAdditions } from './kobo/kobo-additions';
import { NamePolicy } from './read/survey-names';

/** What the caller of the compiler decides instead of the form. */
export interface CompileOptions {
  /** `id` of the form; else the setting id_string, else `defaultFormId`. */
  formId?: string;
  /** What people read above the form; else the setting form_title, else the id. */
  title?: string;
  /** Else the setting version. Null: no version, whatever the settings say. */
  version?: string | null;
  /** Name of the root node; else the setting name, else `data`, or the id for a Kobo form. */
  rootName?: string;
  /** The id of a form that names none, usually the stem of its file. */
  defaultFormId?: string;
  /**
   * What two nodes of one name mean: a refusal wherever they stand, a refusal among siblings, or another name for the
   * later one. Default `siblings`, as in a plain XLSForm, and `refuse` for a Kobo form.
   */
  duplicates?: NamePolicy | 'rename';
  /**
   * What is done about expressions that no client can compute: a form that people shall fill in is refused, of others the
   * author is warned. Default `refuse` for a Kobo form, unless it is one to be looked at (`duplicates: 'rename'`).
   */
  deadExpressions?: 'refuse' | 'warn';
  /** Whether a list may hold a choice twice when the settings don't say; default no. */
  allowChoiceDuplicates?: boolean;
  /** Adds what Kobo's servers add (contract-xlsform 3.10); an empty object for a preview. */
  kobo?: KoboAdditions;
}
