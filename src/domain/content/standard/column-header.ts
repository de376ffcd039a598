/** Parses column headers: the column of standard content and, if given, its language (contract-xlsform 2.2, 2.3). */

export type FormSheet = 'survey' | 'choices';

export interface ColumnHeader {
  /** Name in standard content, such as `label` or `media::image`. */
  column: string;
  language: string | null;
}

/** Columns with one text per language even if no header names one. */
const ALWAYS_TRANSLATED = new Set(['label', 'hint']);
/** Columns whose language may follow a single colon. */
const TEXT_COLUMNS = new Set([
  ...['label', 'hint', 'guidance_hint', 'constraint_message', 'required_message'],
  'kobo--rank-constraint-message',
]);
const MEDIA = new Set(['image', 'audio', 'video', 'big-image']);
/** Prefixes of XForm attributes such as `bind::x`: the part after the colons is not a language. */
const ATTRIBUTE_PREFIXES = new Set(['bind', 'body', 'control', 'instance']);

/** Aliases, in lower case with `_` for spaces and `::` for `:` after an attribute prefix. */
const SURVEY_ALIASES = new Map(
  Object.entries({
    caption: 'label',
    command: 'type',
    tag: 'name',
    value: 'name',
    relevance: 'relevant',
    'bind::relevant': 'relevant',
    'bind::required': 'required',
    requiredmsg: 'required_message',
    'bind::jr:requiredmsg': 'required_message',
    'bind::constraint': 'constraint',
    constraining_message: 'constraint_message',
    'bind::jr:constraintmsg': 'constraint_message',
    calculate: 'calculation',
    'bind::calculate': 'calculation',
    'bind::calculation': 'calculation',
    readonly: 'read_only',
    'bind::readonly': 'read_only',
    'bind::read_only': 'read_only',
    count: 'repeat_count',
    'jr:count': 'repeat_count',
    'control::jr:count': 'repeat_count',
    'body::jr:count': 'repeat_count',
    'control::appearance': 'appearance',
    'body::appearance': 'appearance',
    'control::rows': 'rows',
    'body::rows': 'rows',
    'control::autoplay': 'autoplay',
    'body::autoplay': 'autoplay',
    save_to: 'bind::entities:saveto',
    'bind::entities:saveto': 'bind::entities:saveto',
    noapperrorstring: 'no_app_error_string',
    'bind::jr:noapperrorstring': 'no_app_error_string',
  }),
);
const CHOICES_ALIASES = new Map(Object.entries({ caption: 'label', value: 'name' }));

const SURVEY_COLUMNS = new Set(
  [
    'type name label hint guidance_hint constraint_message required_message required relevant constraint calculation',
    'choice_filter appearance default read_only repeat_count parameters trigger rows autoplay no_app_error_string',
    'tags hxl disabled intent compact_tag',
  ].flatMap((names) => names.split(' ')),
);
const CHOICES_COLUMNS = new Set(['list_name', 'name', 'label']);

function canonicalColumn(sheet: FormSheet, normal: string): string | undefined {
  if (sheet === 'choices') return CHOICES_COLUMNS.has(normal) ? normal : CHOICES_ALIASES.get(normal);
  return SURVEY_COLUMNS.has(normal) ? normal : SURVEY_ALIASES.get(normal);
}

/** Parses a header: `Label::French (fr)`, `image : fr`, `bind::relevant`, `list name`. Unknown columns stay as typed. */
export function parseColumnHeader(sheet: FormSheet, header: string): ColumnHeader {
  if (header.startsWith('$')) return { column: header, language: null };
  const text = withKoboDashes(header.trim().replace(/\s+/g, ' '));
  const parts = splitHeader(text);
  const first = normalise(parts[0] ?? '');
  if (ATTRIBUTE_PREFIXES.has(first) && parts.length > 1) return parseAttributeHeader(sheet, text, parts);
  if (first === 'media' && parts.length > 1) return mediaHeader(parts.slice(1));
  if (MEDIA.has(first)) return mediaHeader(parts);
  return { column: canonicalColumn(sheet, first) ?? parts[0] ?? text, language: languageOf(parts.slice(1)) };
}

/** Whether the column has one text per language even if no header names one. */
export function isAlwaysTranslated(column: string): boolean {
  return ALWAYS_TRANSLATED.has(column) || column.startsWith('media::');
}

/** Whether a list in this column is always one text per language. */
export function isTextColumn(column: string): boolean {
  return TEXT_COLUMNS.has(column) || column.startsWith('media::');
}

/** Restores `--` that word processors turned into a dash: `kobo–locking-profile` → `kobo--locking-profile`. */
export function withKoboDashes(name: string): string {
  return name.replace(/^kobo[–—]/i, 'kobo--');
}

function splitHeader(text: string): string[] {
  if (text.includes('::')) return text.split('::').map((part) => part.trim());
  const colon = text.indexOf(':');
  if (colon < 0) return [text];
  // A single colon separates parts in known columns only: `jr:count` and `odk:x` are names.
  const first = normalise(text.slice(0, colon));
  const hasParts =
    TEXT_COLUMNS.has(first) || MEDIA.has(first) || first === 'media' || ATTRIBUTE_PREFIXES.has(first);
  if (!hasParts) return [text];
  const rest = text.slice(colon + 1).trim();
  return [
    text.slice(0, colon).trim(),
    ...(first === 'media' ? rest.split(':').map((part) => part.trim()) : [rest]),
  ];
}

function parseAttributeHeader(sheet: FormSheet, text: string, parts: readonly string[]): ColumnHeader {
  const prefix = normalise(parts[0] ?? '');
  const column = canonicalColumn(sheet, `${prefix}::${normalise(parts[1] ?? '')}`);
  if (column !== undefined) return { column, language: languageOf(parts.slice(2)) };
  // Capitals and spaces count in the name of the attribute only.
  const colons = text.includes('::') ? '::' : ':';
  return { column: `${prefix}${colons}${parts.slice(1).join('::')}`, language: null };
}

function mediaHeader(parts: readonly string[]): ColumnHeader {
  return { column: `media::${normalise(parts[0] ?? '')}`, language: languageOf(parts.slice(1)) };
}

function languageOf(parts: readonly string[]): string | null {
  const language = parts.join('::');
  return language === '' ? null : language;
}

function normalise(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, '_');
}
