/**
 * The content of an asset: the sheets of an XLSForm as JSON (contract-xlsform 2.1).
 * A stored content is always in standard form, `schema: "1"`; what clients send may be looser.
 */

/** One text per entry of `Content.translations`; null where that language lacks it. */
export type TranslatedText = (string | null)[];

export interface SurveyRow {
  type: string;
  name?: string;
  /** Nine random letters or digits, kept for the life of the row. */
  $kuid?: string;
  /** The name that the form will use. */
  $autoname?: string;
  /** Group path and name joined with "/", without the root. */
  $xpath?: string;
  label?: TranslatedText;
  hint?: TranslatedText;
  select_from_list_name?: string;
  required?: boolean | string;
  [column: string]: unknown;
}

export interface Choice {
  list_name: string;
  name?: string;
  $kuid?: string;
  $autovalue?: string;
  label?: TranslatedText;
  [column: string]: unknown;
}

export interface FormSettings {
  form_title?: string;
  id_string?: string;
  version?: string;
  style?: string;
  default_language?: string;
  instance_name?: string;
  name?: string;
  public_key?: string;
  submission_url?: string;
  [setting: string]: unknown;
}

export interface Content {
  schema: '1';
  /** Language names in order; null is the column without a language. */
  translations: (string | null)[];
  /** Sorted names of the columns whose values are arrays. */
  translated: string[];
  survey: SurveyRow[];
  choices?: Choice[];
  settings: FormSettings;
  /** Further sheets, kept as plain rows. */
  [sheet: string]: unknown;
}
