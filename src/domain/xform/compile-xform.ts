import { body } from './body/body';
import { validateReferenceGeometries } from './body/reference-geometry';
import { validateMultipleChoices } from './body/selects';
import { Compilation } from './compilation';
import { LAST_SAVED_INSTANCE, References } from './expression/references';
import { formhubBind, formhubNode, KoboAdditions, withVersionRow } from './kobo/kobo-additions';
import { descendants, FormQuestion } from './form/form-tree';
import { element, plain, XmlElement, writeDocument } from './xml/xml-tree';
import { collectActions, validateCalculation, validateCycles } from './model/actions';
import { bindOf, rootBind } from './model/binds';
import { ENTITIES_NAMESPACE, entitiesVersion, warnOfUnreadLists } from './model/entities';
import { metaBlock, primaryInstance } from './model/primary-instance';
import { mediaAddress, ChoiceLists, ExternalChoices } from './read/choice-lists';
import { Content } from '../content/content';
import { FormProblem, FormProblemsError } from '../content/form-problem';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { markSearchLists } from './body/itemset';
import { CompileOptions } from './compile-options';
import { ProblemLog } from './form/problem-log';
import { Itext } from './model/itext';
import { SecondaryInstances } from './model/secondary-instances';
import { readEntities } from './read/entity-declaration';
import { placeEntities } from './read/entity-placement';
import { readSettings } from './read/form-settings';
import { Languages, RenamedRow, renameRows, readSurveyRows } from './read/survey-rows';
import { expandLoops } from './read/loops';
import { expandOthers, expandRepeatCounts, expandTableLists } from './read/row-expansions';
import { instanceIdQuestion, ParsedSurvey, readSurvey } from './read/survey-reader';
import { warnOfWebFormGaps } from './web-form-gaps';

/** Assembles the XForm, its parts in the order of contract-xlsform 3.1; problems go to the log. */
function assembleDocument(compilation: Compilation, kobo: KoboAdditions): XmlElement {
  const nodes = [...descendants(compilation.survey.root)];
  addExternalInstances(compilation);
  const questions = nodes.filter((node): node is FormQuestion => node.kind === 'question');
  for (const question of questions) validateCalculation(compilation, question);
  validateCycles(compilation, questions);
  validateMultipleChoices(compilation, questions);
  validateReferenceGeometries(compilation, questions);
  const actions = collectActions(compilation, questions);
  const meta = metaBlock(compilation, kobo);
  const isDeployed = kobo.formUuid !== undefined;
  const { submission } = compilation.settings;
  const instance = primaryInstance(compilation, isDeployed ? [formhubNode()] : [], meta.nodes);
  const binds = [
    ...optional(rootBind(compilation)),
    ...nodes.flatMap((node) => [
      ...optional(bindOf(compilation, node)),
      ...(actions.inModel.get(node) ?? []),
    ]),
    ...meta.binds,
    ...(isDeployed ? [formhubBind(compilation.survey.root, kobo.formUuid!)] : []),
  ];
  const formBody = body(compilation, actions);
  addChoiceTexts(compilation);
  // Itext and instances come last: every part above may have added some.
  if (compilation.references.usesLastSaved) {
    compilation.secondary.addFile(LAST_SAVED_INSTANCE, 'jr://instance/last-saved', { sheet: 'survey' });
  }
  const model = element('model', versions(compilation), [
    ...(Object.keys(submission).length === 0 ? [] : [element('submission', submission)]),
    ...optional(compilation.itext.toElement()),
    instance,
    ...compilation.secondary.toElements(),
    ...binds,
  ]);
  return element('h:html', namespaces(compilation), [
    plain('h:head', [plain('h:title', compilation.settings.title), model]),
    formBody,
  ]);
}

function addExternalInstances({ survey, secondary, log }: Compilation): void {
  const rows = new Map<string, number>();
  for (const { name, row, type } of survey.externals) {
    const { prefix, extension } = type.externalInstance!;
    const at = { sheet: 'survey', row, column: 'name' };
    const first = rows.get(name);
    if (first !== undefined) log.refuse(at, `Row ${first} already defines "${name}". Remove one of the two.`);
    rows.set(name, first ?? row);
    secondary.addFile(name, `${prefix}${name}.${extension}`, at);
  }
}

function versions({ entities }: Compilation): Record<string, string> {
  return {
    'odk:xforms-version': '1.0.0',
    ...(entities.length === 0 ? {} : { 'entities:entities-version': entitiesVersion(entities) }),
  };
}

function namespaces({ settings, entities }: Compilation): Record<string, string> {
  return {
    xmlns: 'http://www.w3.org/2002/xforms',
    'xmlns:h': 'http://www.w3.org/1999/xhtml',
    'xmlns:ev': 'http://www.w3.org/2001/xml-events',
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:jr': 'http://openrosa.org/javarosa',
    'xmlns:orx': 'http://openrosa.org/xforms',
    'xmlns:odk': 'http://www.opendatakit.org/xforms',
    ...(entities.length === 0 ? {} : { 'xmlns:entities': ENTITIES_NAMESPACE }),
    ...Object.fromEntries(
      Object.entries(settings.namespaces).map(([prefix, address]) => [`xmlns:${prefix}`, address] as const),
    ),
  };
}

function optional(node: XmlElement | null): XmlElement[] {
  return node === null ? [] : [node];
}

/** Adds the labels and media of choices to the itext, for lists that need it. */
function addChoiceTexts(compilation: Compilation): void {
  const { root } = compilation.survey;
  for (const list of compilation.choices.all) {
    if (!list.needsItext) continue;
    list.items.forEach((item, index) => {
      const render = (column: string) => (text: string) =>
        compilation.references.text(text, { from: root, at: { sheet: 'choices', row: item.row, column } });
      compilation.itext.addChoice(list.textId(index), undefined, item.label ?? [], render('label'));
      for (const [form, text] of item.media) {
        const renderMedia = render(`media::${form}`);
        compilation.itext.addChoice(list.textId(index), form, text, (file) =>
          renderMedia(mediaAddress(form, file)),
        );
      }
    });
  }
}

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
