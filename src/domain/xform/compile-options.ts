import { KoboAdditions } from './kobo/kobo-additions';
import { NamePolicy } from './read/survey-names';

/** Options of the compiler; they take precedence over the settings of the form. */
export interface CompileOptions {
  /** `id` of the form; else the setting id_string, else `defaultFormId`. */
  formId?: string;
  /** Title; else the setting form_title, else the id. */
  title?: string;
  /** Version; else the setting version. Null: no version attribute, even if the settings have one. */
  version?: string | null;
  /** Name of the root node; else the setting name, else `data`, or the id for a Kobo form. */
  rootName?: string;
  /** Id of a form without id_string, usually the stem of its file. */
  defaultFormId?: string;
  /**
   * Duplicate names: refuse them among `siblings`, also `warn` of those in other groups, or `rename` the later node.
   * Default `siblings`, as in a plain XLSForm, and `warn` for a Kobo form.
   */
  duplicates?: NamePolicy | 'rename';
  /**
   * Expressions that no client can compute: `refuse` the form or `warn` its author. Default `refuse` for a Kobo form
   * that is not a preview (`duplicates: 'rename'`), else `warn`.
   */
  invalidExpressions?: 'refuse' | 'warn';
  /** Default of the setting allow_choice_duplicates; false if absent. */
  allowChoiceDuplicates?: boolean;
  /** Nodes that KoboToolbox's servers add (contract-xlsform 3.10); an empty object for a preview. */
  kobo?: KoboAdditions;
}
