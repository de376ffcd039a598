import { AssetType, hasFormSettings, Content, isVersionName, SurveyRow } from '../content';
import { FormProblem, sourceRowOf, throwIfAny } from '../form-problem';
import {
  moveDefaultLanguageFirst,
  assignDefaultLanguage,
  planTranslations,
  standardSettings,
} from './translations';
import { expandRows } from './expand-rows';
import { RawContent, RawRow, parseRawContent } from './raw-content';
import { assignKeys, Random, assignNames, assignValues, noteName, assignPaths } from './row-names';
import { META_TYPES, isEndRow } from './row-type';
import { normaliseStandardRows, columnsWithTextLists } from './standard-rows';

/** NCName: an XML name without a colon. */
const XML_NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_.·-]*$/u;

/**
 * Checks the names of an imported file: valid XML names, unique in their group (contract-xlsform 2.5). Skips cells of a
 * wrong type, which are reported elsewhere.
 */
function checkNames(survey: readonly SurveyRow[], problems: FormProblem[]): void {
  const groups = [new Map<string, number>()];
  survey.forEach((row, index) => {
    const { name } = row;
    const type = typeof row.type === 'string' ? row.type : '';
    const firstRows = groups.at(-1)!;
    if (isEndRow(type) && groups.length > 1) groups.pop();
    if (type.startsWith('begin_')) groups.push(new Map());
    if (typeof name !== 'string' || isEndRow(type)) return;
    const rowNumber = sourceRowOf(row, index);
    const report = (message: string) =>
      problems.push({ sheet: 'survey', row: rowNumber, column: 'name', message });
    if (!XML_NAME.test(name)) {
      report(`Invalid node name: ${name}. Use letters, digits and "_", and begin with a letter or "_".`);
    }
    const firstRow = firstRows.get(name);
    if (firstRow === undefined) firstRows.set(name, rowNumber);
    else report(`Duplicate node name: ${name}. Row ${firstRow} has it already; give each row its own name.`);
  });
}

function nameNotes(survey: readonly SurveyRow[]): void {
  survey.forEach((row, index) => {
    if (row.type === 'note' && (row.name ?? '') === '') row.name = noteName(sourceRowOf(row, index));
  });
}

export interface StandardiseContext {
  assetType: AssetType;
  random: Random;
  /** Languages of the asset's current form, used if the payload has no `translations`. */
  storedLanguages?: readonly (string | null)[];
  /** An imported file: requires XML names (contract-xlsform 2.5), and metadata rows stay where they are. */
  fromFile?: boolean;
  /** Names notes without a name by their row, as XLSForm converters do, so that the name survives a download. */
  namesNotes?: boolean;
  /**
   * A plain XLSForm: metadata rows, version rows and the type `trigger` stay as they are, plain texts are not assigned to the default
   * language, rows and choices without a name get none, rows without a type are refused, and form_id wins over id_string.
   */
  isPlain?: boolean;
  /** Keeps unknown question types, so that an unfinished form can be saved (decision 16). */
  allowsUnknownTypes?: boolean;
  problems?: readonly FormProblem[];
  /** Finds further problems, such as compile errors, of content that has problems already; not called for valid content. */
  findMoreProblems?: (content: Content) => readonly FormProblem[];
}

/**
 * Converts content from a client or workbook into standard form (contract-xlsform 2.2, in its order of steps).
 * Idempotent; does not modify `value`. `settings.form_title` stays in place: see `takeFormTitle`.
 * @throws InvalidError on `content` if it is not sheets of rows
 * @throws FormProblemsError with every problem of the form, by sheet, row and column
 */
export function standardiseContent(value: unknown, context: StandardiseContext): Content {
  const raw = parseRawContent(value);
  const problems: FormProblem[] = [...(context.problems ?? [])];
  const { storedLanguages } = context;
  if (raw.translations === undefined && storedLanguages !== undefined) {
    raw.translations = [...storedLanguages];
  }
  if (context.isPlain !== true) assignDefaultLanguage(raw, storedLanguages ?? []);
  const content = raw.schema === '1' ? normaliseStandard(raw, problems) : expand(raw, context, problems);
  moveDefaultLanguageFirst(content);
  if (context.isPlain === true) reportUntypedRows(content.survey, problems);
  dropRows(content, context.isPlain === true);
  if (context.namesNotes === true) nameNotes(content.survey);
  if (context.fromFile === true) checkNames(content.survey, problems);
  if (problems.length > 0 && context.findMoreProblems !== undefined) {
    identifyRows(content, context, problems);
    problems.push(...problemsInOtherRows(problems, context.findMoreProblems(content)));
  }
  throwIfAny(problems);

  identifyRows(content, context, problems);
  content.survey.forEach(removeLeftovers);
  if (!hasFormSettings(context.assetType)) {
    content.settings = {};
    delete content['kobo--locking-profiles'];
  }
  throwIfAny(problems);
  return content;
}

/**
 * Splits `settings.form_title` from content: it is the asset's name (without newlines and tabs), not part of the form
 * (contract-xlsform 2.2, step 11). Returns new content; `title` is undefined if there is none.
 */
export function takeFormTitle(content: Content): { content: Content; title: string | undefined } {
  const { form_title: title, ...settings } = content.settings;
  return {
    content: { ...content, settings },
    title: typeof title === 'string' ? title.replace(/[\n\r\t]/g, '') : undefined,
  };
}

/** Content with `schema: "1"` is expanded already; only pads its lists of texts. */
function normaliseStandard(raw: RawContent, problems: FormProblem[]): Content {
  const translations = raw.translations ?? [null];
  assertLanguageLimit(translations.length);
  const translated = new Set([
    ...(raw.translated ?? []),
    ...columnsWithTextLists(raw.survey),
    ...columnsWithTextLists(raw.choices ?? []),
  ]);
  const keep = (sheet: 'survey' | 'choices', rows: readonly RawRow[]) =>
    normaliseStandardRows(sheet, rows, translations.length, translated, problems);
  const survey = keep('survey', raw.survey);
  const choices = raw.choices && keep('choices', raw.choices);
  return assemble(raw, {
    translations,
    // The client's list of translated columns wins, even if other columns contain lists of texts.
    translated: raw.translated ?? translated,
    survey,
    choices,
    settings: raw.settings,
  });
}

function expand(
  raw: RawContent,
  { fromFile, isPlain, allowsUnknownTypes = false }: StandardiseContext,
  problems: FormProblem[],
): Content {
  const options = { problems, allowsUnknownTypes, keepsTriggers: isPlain === true };
  const plan = planTranslations(raw);
  assertLanguageLimit(plan.translations.length);
  const survey = expandRows('survey', raw.survey, plan, options);
  const keepsOrder = fromFile === true || isPlain === true;
  return assemble(raw, {
    translations: plan.translations,
    translated: plan.translated,
    survey: keepsOrder ? survey : [...survey.filter(isMeta), ...survey.filter((row) => !isMeta(row))],
    choices: raw.choices && expandRows('choices', raw.choices, plan, options),
    settings: standardSettings(raw.settings, problems, isPlain === true ? 'form_id' : 'id_string'),
  });
}

/** Every text of every row has an entry per language, so the limit is checked before rows are expanded. */
const MAX_TRANSLATIONS = 200;

function assertLanguageLimit(count: number): void {
  if (count <= MAX_TRANSLATIONS) return;
  const message = `the form has ${count} languages; at most ${MAX_TRANSLATIONS} are possible.`;
  throwIfAny([{ sheet: 'survey', message }]);
}

/** Assembles content. Rows may still lack type or list_name; `dropRows` removes those. */
function assemble(
  raw: RawContent,
  {
    translations,
    translated,
    choices,
    ...parts
  }: Pick<RawContent, 'survey' | 'settings'> & {
    translations: readonly (string | null)[];
    translated: Iterable<string>;
    choices: RawRow[] | undefined;
  },
): Content {
  return {
    ...raw,
    ...parts,
    ...(choices && { choices }),
    schema: '1',
    translations: [...translations],
    translated: [...new Set(translated)].sort(),
  } as Content;
}

/** Reports rows with a name or label and no type. KoboToolbox drops them, and a plain form would lose a question. */
function reportUntypedRows(survey: readonly SurveyRow[], problems: FormProblem[]): void {
  survey.forEach((row, index) => {
    if (row.type !== undefined || (row.name === undefined && row.label === undefined)) return;
    const message = 'the row has no type; give it one, such as text, or empty the row.';
    problems.push({ sheet: 'survey', row: sourceRowOf(row, index), column: 'type', message });
  });
}

/** Drops rows without type or list, and version rows, which every deployment adds again; a plain form keeps its own. */
function dropRows(content: Content, keepsVersion: boolean): void {
  content.survey = content.survey
    .filter((row) => row.type !== undefined)
    .filter((row, index) => keepsVersion || index === 0 || !isVersionRow(row));
  if (content.choices !== undefined) {
    content.choices = content.choices.filter((choice) => choice.list_name !== undefined);
  }
}

function identifyRows(
  content: Content,
  { random, isPlain }: Pick<StandardiseContext, 'random' | 'isPlain'>,
  problems: FormProblem[],
): void {
  const { survey, choices = [] } = content;
  assignKeys(survey, random);
  assignKeys(choices, random);
  if (isPlain !== true) {
    assignNames(survey);
    assignValues(choices);
  }
  assignPaths(survey, problems);
}

/** Keeps further problems in other rows only: one error causes others in its row. */
function problemsInOtherRows(known: readonly FormProblem[], further: readonly FormProblem[]): FormProblem[] {
  const rowOf = ({ sheet, row }: FormProblem): string => `${sheet} ${row ?? ''}`;
  const rows = new Set(known.map(rowOf));
  return further.filter((problem) => !rows.has(rowOf(problem)));
}

function isMeta(row: RawRow): boolean {
  return typeof row.type === 'string' && META_TYPES.has(row.type);
}

/** Whether an earlier deployment added the row, such as `__version__` or `_version__001`. */
function isVersionRow(row: SurveyRow): boolean {
  return row.type === 'calculate' && typeof row.name === 'string' && isVersionName(row.name);
}

function removeLeftovers(row: SurveyRow): void {
  delete row.$prev;
  for (const column of ['relevant', 'appearance', 'bind']) if (isEmpty(row[column])) delete row[column];
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
