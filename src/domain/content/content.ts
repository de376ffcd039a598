import { hash } from 'node:crypto';
import { pythonJson } from '../text/lossless-json';
import { lazy } from '../revalidated-read';

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

/** Whether KoboToolbox names a row so that it adds to a form for the version, such as `__version__` or `_version__001`. */
export function isVersionName(name: string): boolean {
  return /^_{1,2}version_{1,2}(\d{3})?$/.test(name);
}

/**
 * Surveys collect data; templates, blocks and questions are library items; collections contain other assets (decision 13).
 * An `empty` asset waits for the import that makes it a survey (decision 36).
 */
export const ASSET_TYPES = ['block', 'question', 'survey', 'template', 'collection', 'empty'] as const;

export type AssetType = (typeof ASSET_TYPES)[number];

/** Whether the type has form settings and locking profiles; blocks and questions lose both at save (contract-xlsform 2.2). */
export function hasFormSettings(type: AssetType): boolean {
  return type === 'survey' || type === 'template';
}

/**
 * `version__content_hash`: SHA-1 of the canonical JSON text in 40 hex digits (contract-xlsform 2.7). Detects changes,
 * no security: SHA-1 is what existing clients compare with.
 */
export function contentHash(content: Content): string {
  return hash('sha1', pythonJson(content));
}

export interface IsoLanguage {
  readonly name: string;
  readonly code: string;
  /** Whether clients offer it before anything is searched. */
  readonly isFeatured: boolean;
}

/** Official languages of the United Nations, and others that many surveys use. */
const FEATURED_CODES: ReadonlySet<string> = new Set('ar bn en es fr hi pt ru sw zh'.split(' '));

const CODES =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es ' +
  'et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki ' +
  'kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no ' +
  'nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te ' +
  'tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';

/** All languages of ISO 639-1, featured ones first, sorted by their English names. */
export const isoLanguages = lazy((): readonly IsoLanguage[] => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' });
  return CODES.split(' ')
    .map((code) => ({ name: names.of(code) ?? code, code, isFeatured: FEATURED_CODES.has(code) }))
    .sort((a, b) => Number(b.isFeatured) - Number(a.isFeatured) || a.name.localeCompare(b.name, 'en'));
});

/** The language with this code, in any case. */
export function findLanguage(code: string): IsoLanguage | undefined {
  return isoLanguages().find((language) => language.code === code.toLowerCase());
}

/** Languages whose name contains the text, or whose code it is; all for an empty text. */
export function findLanguages(text: string): readonly IsoLanguage[] {
  const searched = text.trim().toLowerCase();
  return isoLanguages().filter(
    ({ name, code }) => name.toLowerCase().includes(searched) || code === searched,
  );
}
