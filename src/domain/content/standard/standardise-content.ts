import { AssetType, hasFormSettings } from '../asset-type';
import { Choice, Content, SurveyRow } from '../content';
import { FormProblem } from '../form-problem';
import { moveDefaultLanguageFirst, namePlainTexts } from './default-language';
import { expandRows } from './expand-rows';
import { standardSettings } from './form-settings';
import { LooseContent, LooseRow, parseLooseContent } from './loose-content';
import { checkNames } from './name-check';
import { throwIfAny } from './problem-list';
import { assignKeys, Random } from './row-keys';
import { assignNames, assignValues } from './row-names';
import { assignPaths } from './row-paths';
import { META_TYPES } from './row-type';
import { keepStandardRows, listedColumns } from './standard-rows';
import { planTranslations } from './translations';

export interface StandardiseContext {
  assetType: AssetType;
  /** Where `$kuid`s come from. */
  random: Random;
  /** Languages of the form that the asset has now, when it has one: a payload that names no translations keeps those. */
  storedLanguages?: readonly (string | null)[];
  /** A file is held to stricter names than a client (contract-xlsform 2.5). */
  fromFile?: boolean;
  /**
   * A plain XLSForm: rows about the interview stay where they are, and texts without a language are everybody's. Clients
   * of the API mean the first rows and the default language instead.
   */
  isPlain?: boolean;
  /** Whoever edits a form may save it half done: question types that are none are kept as typed (decision 30). */
  keepsUnknownTypes?: boolean;
  /** What was found wrong while a file was read; joined by what is found here. */
  problems?: readonly FormProblem[];
  /**
   * What else is wrong with content that has mistakes already, so that its author sees everything at once. It is not asked
   * about content that is refused for nothing here.
   */
  alsoWrong?: (content: Content) => readonly FormProblem[];
}

/**
 * Brings what a client sent, or a workbook held, into the one form in which content is stored (contract-xlsform 2.2, in its
 * order of steps). Doing it twice changes nothing. The given value is not touched.
 * `settings.form_title` stays in place: see `takeFormTitle`.
 * @throws InvalidError with sentences on the field `content` when it is not sheets of rows at all
 * @throws FormProblemsError with every problem of the form, by sheet, row and column
 */
export function standardiseContent(value: unknown, context: StandardiseContext): Content {
  const loose = parseLooseContent(value);
  const problems: FormProblem[] = [...(context.problems ?? [])];
  const { storedLanguages } = context;
  if (loose.translations === undefined && storedLanguages !== undefined) {
    loose.translations = [...storedLanguages];
  }
  if (context.isPlain !== true) namePlainTexts(loose, storedLanguages ?? []);
  const content = loose.schema === '1' ? keepStandard(loose, problems) : expand(loose, context, problems);
  moveDefaultLanguageFirst(content, problems);
  dropRows(content);
  if (context.fromFile === true) checkNames(content.survey, problems);
  if (problems.length > 0 && context.alsoWrong !== undefined) {
    identifyRows(content, context.random, problems);
    problems.push(...elsewhere(problems, context.alsoWrong(content)));
  }
  throwIfAny(problems);

  identifyRows(content, context.random, problems);
  content.survey.forEach(removeLeftovers);
  if (!hasFormSettings(context.assetType)) forgetFormSettings(content);
  throwIfAny(problems);
  return content;
}

/**
 * Takes `settings.form_title` out of content: it is the asset's name (newlines and tabs removed), not part of the form
 * (contract-xlsform 2.2, step 11). Returns new content; `title` is undefined when there is none.
 */
export function takeFormTitle(content: Content): { content: Content; title: string | undefined } {
  const { form_title: title, ...settings } = content.settings;
  return {
    content: { ...content, settings },
    title: typeof title === 'string' ? title.replace(/[\n\r\t]/g, '') : undefined,
  };
}

/** Content that says `schema: "1"` is taken as expanded; only its lists of texts are made whole. */
function keepStandard(loose: LooseContent, problems: FormProblem[]): Content {
  const translations = loose.translations ?? [null];
  refuseManyLanguages(translations.length);
  const translated = new Set([
    ...(loose.translated ?? []),
    ...listedColumns(loose.survey),
    ...listedColumns(loose.choices ?? []),
  ]);
  const keep = (sheet: 'survey' | 'choices', rows: readonly LooseRow[]) =>
    keepStandardRows(sheet, rows, translations.length, translated, problems);
  const survey = keep('survey', loose.survey);
  const choices = loose.choices && keep('choices', loose.choices);
  return assemble(loose, {
    translations,
    // Which columns are translated is for the client to say; that others hold lists of texts as well stays as it is.
    translated: loose.translated === undefined ? translated : new Set(loose.translated),
    survey,
    choices,
    settings: loose.settings,
  });
}

function expand(
  loose: LooseContent,
  { isPlain, keepsUnknownTypes = false }: StandardiseContext,
  problems: FormProblem[],
): Content {
  const notes = { problems, keepsUnknownTypes };
  const plan = planTranslations(loose);
  refuseManyLanguages(plan.translations.length);
  const survey = expandRows('survey', loose.survey, plan, notes);
  return assemble(loose, {
    translations: plan.translations,
    translated: plan.translated,
    survey: isPlain === true ? survey : [...survey.filter(isMeta), ...survey.filter((row) => !isMeta(row))],
    choices: loose.choices && expandRows('choices', loose.choices, plan, notes),
    settings: standardSettings(loose.settings, problems),
  });
}

/** Every language costs a place in every text of every row, so a flood of them is turned away before rows are expanded. */
const MAX_TRANSLATIONS = 200;

function refuseManyLanguages(count: number): void {
  if (count <= MAX_TRANSLATIONS) return;
  const message = `the form has ${count} languages; at most ${MAX_TRANSLATIONS} are possible.`;
  throwIfAny([{ sheet: 'survey', message }]);
}

/** The parts as content. The rows may still lack type or list_name here: those are dropped before anybody sees them. */
function assemble(
  loose: LooseContent,
  parts: {
    translations: readonly (string | null)[];
    translated: ReadonlySet<string>;
    survey: LooseRow[];
    choices: LooseRow[] | undefined;
    settings: Record<string, unknown>;
  },
): Content {
  return {
    ...loose,
    schema: '1',
    translations: [...parts.translations],
    translated: [...parts.translated].sort(),
    survey: parts.survey as SurveyRow[],
    ...(parts.choices === undefined ? {} : { choices: parts.choices as Choice[] }),
    settings: { ...parts.settings },
  } as Content;
}

/** Rows that say nothing, and rows that deployments add anew each time. */
function dropRows(content: Content): void {
  content.survey = content.survey
    .filter((row) => row.type !== undefined)
    .filter((row, index) => index === 0 || !isVersionRow(row));
  if (content.choices !== undefined) {
    content.choices = content.choices.filter((choice) => choice.list_name !== undefined);
  }
}

/** Gives rows what they are known by: a key for life, the name that the form will use, a path. */
function identifyRows(content: Content, random: Random, problems: FormProblem[]): void {
  const { survey, choices = [] } = content;
  assignKeys(survey, random);
  assignKeys(choices, random);
  assignNames(survey);
  assignValues(choices);
  assignPaths(survey, problems);
}

/** The further problems in rows that have none yet: one mistake makes others, and only its first telling helps. */
function elsewhere(known: readonly FormProblem[], further: readonly FormProblem[]): FormProblem[] {
  const rowOf = ({ sheet, row }: FormProblem): string => `${sheet} ${row ?? ''}`;
  const rows = new Set(known.map(rowOf));
  return further.filter((problem) => !rows.has(rowOf(problem)));
}

function isMeta(row: LooseRow): boolean {
  return typeof row.type === 'string' && META_TYPES.has(row.type);
}

/** Rows that earlier deployments added, for example `__version__` or `_version__001`. */
function isVersionRow(row: SurveyRow): boolean {
  return typeof row.name === 'string' && /^_{1,2}version_{1,2}(\d{3})?$/.test(row.name);
}

function removeLeftovers(row: SurveyRow): void {
  delete row.$prev;
  for (const column of ['relevant', 'appearance', 'bind']) if (isEmpty(row[column])) delete row[column];
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function forgetFormSettings(content: Content): void {
  content.settings = {};
  delete content['kobo--locking-profiles'];
}
