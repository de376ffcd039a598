/**
 * Content of an asset: the sheets of an XLSForm as JSON (contract-xlsform 2.1). Stored content is always in standard
 * form (`schema: "1"`); clients may send raw content (see `RawContent`).
 */

/** One text per entry of `Content.translations`; null if missing. */
export type TranslatedText = (string | null)[];

export interface SurveyRow {
  type: string;
  name?: string;
  /** Nine random letters or digits, stable for the life of the row. */
  $kuid?: string;
  /** Node name in the XForm. */
  $autoname?: string;
  /** Names of the groups and the row, joined by "/", without the root. */
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
  /** Language names in order; null for the column without a language. */
  translations: (string | null)[];
  translated: string[];
  survey: SurveyRow[];
  choices?: Choice[];
  settings: FormSettings;
  [sheet: string]: unknown;
}
