import { Content } from '../content/content';
import { expandKoboRows } from '../content/kobo/expand-kobo-rows';
import { markSearchLists } from './body/search-selects';
import { Compilation } from './compilation';
import { CompileOptions } from './compile-options';
import { References } from './expression/references';
import { withVersionRow } from './kobo/kobo-additions';
import { Itext } from './model/itext';
import { SecondaryInstances } from './model/secondary-instances';
import { ChoiceLists } from './read/choice-lists';
import { readEntities } from './read/entity-declaration';
import { placeEntities } from './read/entity-placement';
import { ExternalChoices } from './read/external-choices';
import { readSettings } from './read/form-settings';
import { Languages } from './read/form-text';
import { expandLoops } from './read/loops';
import { instanceIdQuestion } from './read/meta-questions';
import { ProblemLog } from './form/problem-log';
import { renameRows } from './read/rename-rows';
import { expandOthers, expandRepeatCounts, OtherExpansion } from './read/row-expansions';
import { readSurvey } from './read/survey-reader';
import { readSurveyRows, TypedRow } from './read/survey-rows';
import { expandTableLists } from './read/table-lists';

/** Reads all sheets of the content; problems go to the log. */
export function createCompilation(content: Content, options: CompileOptions, log: ProblemLog): Compilation {
  const { kobo, formId, duplicates = kobo === undefined ? 'siblings' : 'refuse' } = options;
  const defaultRootName = kobo === undefined ? 'data' : (formId ?? 'data');
  const settings = readSettings(content.settings, { ...options, defaultRootName }, log);
  const languages = new Languages(content.translations, settings.defaultLanguage);
  const choices = new ChoiceLists(content.choices ?? [], languages, settings.allowChoiceDuplicates, log);
  const typed = readSurveyRows(expandKoboRows(content).survey, settings.collapseSpaces, log);
  const { rows, renamed } =
    duplicates === 'rename' ? renameRows(typed, settings.rootName) : { rows: typed, renamed: [] };
  const looped = expandLoops(withVersionRow(rows, kobo ?? {}), content.choices ?? [], log);
  const { rows: expanded, lists } = expandRows(looped, log);
  for (const name of lists) choices.addOther(name);
  const survey = readSurvey(expanded, settings, duplicates === 'refuse' ? 'refuse' : 'siblings', log);
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

function expandRows(rows: readonly TypedRow[], log: ProblemLog): OtherExpansion {
  return expandOthers(expandRepeatCounts(expandTableLists(rows, log)), log);
}
