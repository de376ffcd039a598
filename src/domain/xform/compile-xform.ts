import { Content } from '../content/content';
import { FormProblem, FormProblemsError } from '../content/form-problem';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { markSearchLists } from './body/itemset';
import { Compilation } from './compilation';
import { CompileOptions } from './compile-options';
import { assembleDocument } from './document';
import { References } from './expression/references';
import { ProblemLog } from './form/problem-log';
import { withVersionRow } from './kobo/kobo-additions';
import { Itext } from './model/itext';
import { warnOfUnreadLists } from './model/entities';
import { SecondaryInstances } from './model/secondary-instances';
import { ChoiceLists, ExternalChoices } from './read/choice-lists';
import { readEntities } from './read/entity-declaration';
import { placeEntities } from './read/entity-placement';
import { readSettings } from './read/form-settings';
import { Languages, RenamedRow, renameRows, readSurveyRows } from './read/survey-rows';
import { expandLoops } from './read/loops';
import { expandOthers, expandRepeatCounts, expandTableLists } from './read/row-expansions';
import { instanceIdQuestion, ParsedSurvey, readSurvey } from './read/survey-reader';
import { warnOfWebFormGaps } from './web-form-gaps';
import { writeDocument } from './xml/xml-tree';

export interface CompiledXForm {
  readonly xml: string;
  /** One sentence each, prefixed with sheet, row and column. */
  readonly warnings: readonly string[];
  readonly renamed: readonly RenamedRow[];
  /** Files to be served with the form: name → content. */
  readonly externalFiles: Readonly<Record<string, string>>;
}

/**
 * Compiles standard content to an ODK XForm (contract-xlsform 3). Stages: `kobo/` and `read/` parse the sheets into a
 * tree of nodes, `expression/` resolves references, `model/` and `body/` generate the document, `xml/` serializes it.
 * @throws FormProblemsError with every problem found, each with sheet, row and column
 */
export function compileXForm(content: Content, options: CompileOptions = {}): CompiledXForm {
  const { kobo, duplicates } = options;
  const isDeployable = kobo !== undefined && duplicates !== 'rename';
  const log = new ProblemLog(options.invalidExpressions ?? (isDeployable ? 'refuse' : 'warn'));
  const compilation = createCompilation(content, options, log);
  const xml = writeDocument(assembleDocument(compilation, kobo ?? {}));
  log.throwIfRefused();
  warnOfUnreadLists(compilation);
  // Projects have a web form; conversions for other servers have not.
  if (kobo !== undefined) warnOfWebFormGaps(compilation);
  const itemsets = compilation.externalChoices.toCsv();
  return {
    xml,
    warnings: log.warnings,
    renamed: compilation.renamed,
    externalFiles: itemsets === null ? {} : { 'itemsets.csv': itemsets },
  };
}

/**
 * Compiles the content and returns its problems. Empty as well if the compilation fails otherwise: content with known
 * mistakes may break the compiler, and those mistakes are reported already.
 */
export function findCompileProblems(content: Content, options: CompileOptions): readonly FormProblem[] {
  try {
    compileXForm(content, options);
    return [];
  } catch (error) {
    return error instanceof FormProblemsError ? error.problems : [];
  }
}

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
 * duplicate names renamed where a deployment would refuse them.
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

/** A template of headers alone becomes an empty form, but not a project: it could collect nothing. */
function reportEmptySurvey(
  { root, externals, audit }: ParsedSurvey,
  isProject: boolean,
  log: ProblemLog,
): void {
  if (root.children.length + externals.length > 0 || audit !== null) return;
  const at = { sheet: 'survey' };
  if (isProject) log.refuse(at, 'The survey has no question. Add at least one.');
  else log.warn(at, 'The survey has no question.');
}

/** KoboToolbox refuses such a form; other clients open it in its first language. */
function warnOfDefaultLanguage({ settings, translations }: Content, log: ProblemLog): void {
  const language = settings.default_language;
  if (typeof language !== 'string' || language === '') return;
  if (translations.includes(language) || translations.includes(null) || translations.length === 0) return;
  log.warn(
    { sheet: 'settings', row: 2, column: 'default_language' },
    `The default language "${language}" is not among the form's translations: ${translations.join(', ')}. Name one of them.`,
  );
}

function namesReferredTo(content: Content): ReadonlySet<string> {
  const references = JSON.stringify(content).matchAll(/\$\{\s*(?:last-saved#)?([^}\s]+)\s*\}/g);
  return new Set([...references].map(([, name]) => name!));
}

/** Reads all sheets of the content; problems go to the log. */
function createCompilation(content: Content, options: CompileOptions, log: ProblemLog): Compilation {
  const { kobo, duplicates = kobo === undefined ? 'siblings' : 'warn' } = options;
  const settings = readSettings(content.settings, options, log);
  const languages = new Languages(content.translations, settings.defaultLanguage);
  warnOfDefaultLanguage(content, log);
  const choices = new ChoiceLists(content.choices ?? [], languages, settings.allowChoiceDuplicates, log);
  const typed = readSurveyRows(expandKoboRows(content).survey, settings.collapseSpaces, log);
  const { rows, renamed } =
    duplicates === 'rename'
      ? renameRows(typed, settings.rootName, namesReferredTo(content))
      : { rows: typed, renamed: [] };
  const looped = expandLoops(withVersionRow(rows, kobo ?? {}), content.choices ?? [], log);
  const { rows: expanded, lists } = expandOthers(expandRepeatCounts(expandTableLists(looped, log)), log);
  for (const name of lists) choices.addOther(name);
  const survey = readSurvey(expanded, settings, duplicates === 'warn' ? 'warn' : 'siblings', log);
  reportEmptySurvey(survey, kobo !== undefined, log);
  const metaQuestions = [
    ...(survey.audit === null ? [] : [survey.audit]),
    ...(settings.omitInstanceId ? [] : [instanceIdQuestion(survey.root)]),
  ];
  const references = new References(survey.root, metaQuestions, log);
  markSearchLists(survey.root, choices, log);
  return {
    settings,
    languages,
    survey,
    renamed,
    choices,
    externalChoices: new ExternalChoices(content['external_choices']),
    osmTags: Array.isArray(content['osm']) ? (content['osm'] as Record<string, unknown>[]) : [],
    entities: placeEntities(readEntities(content, log), survey.root, references, log),
    references,
    itext: new Itext(languages),
    secondary: new SecondaryInstances(choices, log),
    log,
  };
}
