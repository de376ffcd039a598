import { Content } from '../asset/content';
import { Actions, collectActions, judgeCalculation } from './model/actions';
import { bindOf } from './model/binds';
import { body } from './body/body';
import { ChoiceLists } from './read/choice-lists';
import { Compilation } from './compilation';
import { ENTITIES_NAMESPACE, ENTITIES_VERSION } from './model/entities';
import { judgeSaveTo, readEntity } from './read/entity-declaration';
import { ExternalChoices } from './read/external-choices';
import { Languages } from './read/form-text';
import { ReadSettings, readSettings } from './read/form-settings';
import { descendants, FormNode, FormQuestion } from './read/form-tree';
import { Itext } from './model/itext';
import { expandKoboTypes } from './kobo/expand-kobo-types';
import { formhubBind, formhubNode, versionRow } from './kobo/kobo-additions';
import { metaBlock } from './model/meta';
import { primaryInstance } from './model/primary-instance';
import { ProblemLog } from './read/problem-log';
import { LAST_SAVED_INSTANCE, References } from './expression/references';
import { expandOthers, expandRepeatCounts } from './read/row-expansions';
import { SecondaryInstances } from './model/secondary-instances';
import { addChoiceTexts, markSearchLists } from './body/selects';
import { submissionElement } from './model/submission-element';
import { DuplicatePolicy, RenamedNode } from './read/survey-names';
import { readSurvey } from './read/survey-reader';
import { expandTableLists } from './read/table-lists';
import { readSurveyRows, TypedRow } from './read/survey-rows';
import { element, writeDocument, XmlElement } from './xml/xml-tree';

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
  /** What two nodes of one name mean; default `siblings`, as in a plain XLSForm. */
  duplicates?: DuplicatePolicy;
  /** Whether a list may hold a choice twice when the settings don't say; default no. */
  allowChoiceDuplicates?: boolean;
  /** Adds what Kobo's servers add (contract-xlsform 3.10). */
  kobo?: { formUuid?: string; versionUid?: string };
}

export interface CompiledXForm {
  readonly xml: string;
  /** One sentence each, with the place in front. */
  readonly warnings: readonly string[];
  /** Nodes that got another name; only with `duplicates: 'rename'`. */
  readonly renamed: readonly RenamedNode[];
  /** Files that must travel with the form: name → content. */
  readonly externalFiles: Readonly<Record<string, string>>;
}

/**
 * Compiles standard content to an ODK XForm (contract-xlsform 3).
 * @throws FormProblemsError with every problem found, each with sheet, row and column
 */
export function compileXForm(content: Content, options: CompileOptions = {}): CompiledXForm {
  const log = new ProblemLog();
  const compilation = readContent(content, options, log);
  const { survey } = compilation;
  const nodes = [...descendants(survey.root)];
  const questions = nodes.filter((node) => node.kind === 'question');
  for (const question of questions) judgeCalculation(compilation, question);
  judgeSaveTo(nodes, compilation.entity, log);
  const xml = writeDocument(assemble(compilation, questions, options));
  log.throwIfRefused();
  return { xml, warnings: log.warnings, renamed: survey.renamed, externalFiles: externalFiles(compilation) };
}

function externalFiles(compilation: Compilation): Record<string, string> {
  const itemsets = compilation.externalChoices.toCsv();
  return itemsets === null ? {} : { 'itemsets.csv': itemsets };
}

function readContent(content: Content, options: CompileOptions, log: ProblemLog): Compilation {
  const settings = readSettings(
    content.settings,
    { ...options, defaultRootName: options.kobo === undefined ? 'data' : (options.formId ?? 'data') },
    log,
  );
  const languages = new Languages(content.translations, settings.defaultLanguage);
  const choices = new ChoiceLists(content.choices ?? [], languages, settings.allowChoiceDuplicates, log);
  const rows: TypedRow[] = readSurveyRows(
    expandKoboTypes(content.survey, content.choices ?? []),
    settings.collapseSpaces,
    log,
  );
  if (options.kobo?.versionUid !== undefined) rows.push(versionRow(options.kobo.versionUid, rows));
  const others = expandOthers(expandRepeatCounts(expandTableLists(rows, log)), log);
  for (const name of others.lists) {
    const list = choices.find(name);
    if (list !== undefined) choices.addOther(list);
  }
  const survey = readSurvey(others.rows, settings, options.duplicates ?? 'siblings', log);
  markSearchLists(survey.root, choices, log);
  return {
    settings,
    languages,
    survey,
    choices,
    externalChoices: new ExternalChoices(content['external_choices']),
    entity: readEntity(content, log),
    references: new References(survey.root, survey.audit, log),
    itext: new Itext(languages),
    secondary: new SecondaryInstances(choices, log),
    log,
  };
}

/** Puts the parts together in the order of contract-xlsform 3.1. */
function assemble(
  compilation: Compilation,
  questions: readonly FormQuestion[],
  options: CompileOptions,
): XmlElement {
  const { settings, survey, entity, references, secondary } = compilation;
  const { formUuid } = options.kobo ?? {};
  const actions = collectActions(compilation, questions);
  for (const external of survey.externals) noteExternal(compilation, external);
  const meta = metaBlock(compilation);
  const instance = primaryInstance(compilation, formUuid === undefined ? [] : [formhubNode()], meta.nodes);
  const binds = [
    ...[...descendants(survey.root)].flatMap((node) => bindAndActions(compilation, node, actions)),
    ...meta.binds,
    ...(formUuid === undefined ? [] : [formhubBind(survey.root, formUuid)]),
  ];
  const formBody = body(compilation, actions);
  addChoiceTexts(compilation);
  // Read last: every part above may have asked for texts or instances.
  if (references.usesLastSaved) {
    secondary.addFile(LAST_SAVED_INSTANCE, 'jr://instance/last-saved', { sheet: 'survey' });
  }
  const versions = {
    'odk:xforms-version': '1.0.0',
    'entities:entities-version': entity === null ? undefined : ENTITIES_VERSION,
  };
  const model = element('model', versions, [
    ...present(submissionElement(settings)),
    ...present(compilation.itext.toElement()),
    instance,
    ...secondary.toElements(),
    ...binds,
  ]);
  return element('h:html', namespaces(settings, entity !== null), [
    element('h:head', {}, [element('h:title', {}, [settings.title]), model]),
    formBody,
  ]);
}

function noteExternal(compilation: Compilation, question: FormQuestion): void {
  const { prefix, extension } = question.type.externalInstance!;
  compilation.secondary.addFile(question.name, `${prefix}${question.name}.${extension}`, {
    sheet: 'survey',
    row: question.row,
    column: 'name',
  });
}

function bindAndActions(compilation: Compilation, node: FormNode, actions: Actions): XmlElement[] {
  return [...present(bindOf(compilation, node)), ...(actions.inModel.get(node) ?? [])];
}

function present(node: XmlElement | null): XmlElement[] {
  return node === null ? [] : [node];
}

function namespaces(settings: ReadSettings, hasEntity: boolean): Record<string, string> {
  return {
    xmlns: 'http://www.w3.org/2002/xforms',
    'xmlns:h': 'http://www.w3.org/1999/xhtml',
    'xmlns:ev': 'http://www.w3.org/2001/xml-events',
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:jr': 'http://openrosa.org/javarosa',
    'xmlns:orx': 'http://openrosa.org/xforms',
    'xmlns:odk': 'http://www.opendatakit.org/xforms',
    ...(hasEntity ? { 'xmlns:entities': ENTITIES_NAMESPACE } : {}),
    ...Object.fromEntries(
      Object.entries(settings.namespaces).map(([prefix, address]) => [`xmlns:${prefix}`, address]),
    ),
  };
}
