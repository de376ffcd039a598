import { AssetType, hasFormSettings } from '../content/asset-type';
import { Content } from '../content/content';
import { summariseContent } from '../content/content-summary';
import { FormProblem } from '../content/form-problem';
import { parseColumnHeader } from '../content/standard/column-header';
import { throwIfAny } from '../content/standard/problem-list';
import { Random } from '../content/standard/row-keys';
import { slugOf } from '../content/standard/row-names';
import { standardiseContent, takeFormTitle } from '../content/standard/standardise-content';
import { looseFromWorkbook } from './loose-from-workbook';
import { Workbook } from './workbook';

export interface ImportContext {
  /** The import asked for something in the library, not for a project. */
  library: boolean;
  /** The form takes the place of an asset's content: a sheet of library items can't. */
  overwrites?: boolean;
  random: Random;
  /** The type that the new asset shall have, when the import says so. */
  desiredType?: AssetType;
  /**
   * False for a plain XLSForm, whose names are unique within their group only; an import is held to names that are
   * unique in the whole form (contract-xlsform 2.5).
   */
  strictNames?: boolean;
  /** What else is wrong with content that has mistakes already (`StandardiseContext.alsoWrong`). */
  alsoWrong?: (content: Content) => readonly FormProblem[];
  /** The file's name without its extension: becomes the form's id when the settings name none. */
  stem?: string;
}

export interface ImportedForm {
  assetType: AssetType;
  content: Content;
  /** The form's title, when its settings have one. */
  title: string | undefined;
}

/**
 * A form out of a workbook: standard content, the type of asset that it makes, and its title (contract-xlsform 2.9,
 * contract-assets 6).
 * @throws FormProblemsError with every problem of the workbook and of the form, by sheet, row and column
 */
export function formFromWorkbook(workbook: Workbook, context: ImportContext): ImportedForm {
  const { random } = context;
  const problems = [...workbook.problems];
  const formSheet = chooseFormSheet(workbook, context, problems);
  const loose = looseFromWorkbook(workbook, formSheet);
  const { alsoWrong } = context;
  const standard = standardiseContent(loose, {
    assetType: 'survey',
    random,
    fromFile: context.strictNames ?? true,
    isPlain: context.strictNames === false,
    problems,
    ...(alsoWrong !== undefined && { alsoWrong }),
  });
  const { content, title } = takeFormTitle(standard);
  const assetType = context.desiredType ?? typeOf(content, context.library);
  if (!hasFormSettings(assetType)) {
    // The type depends on the rows; now that it is known, what it can't have goes.
    return { assetType, content: standardiseContent(content, { assetType, random }), title };
  }
  const id = slugOf(context.stem ?? '');
  if (content.settings.id_string === undefined && id !== '') content.settings.id_string = id;
  return { assetType, content, title };
}

/** Which sheet holds the questions. The sentences hold what existing clients look for. */
function chooseFormSheet(
  workbook: Workbook,
  { library, overwrites }: ImportContext,
  problems: FormProblem[],
): 'survey' | 'library' {
  const hasSurvey = hasQuestions(workbook, 'survey');
  const hasLibrary = hasQuestions(workbook, 'library');
  const refuse = (sheet: string, message: string) => throwIfAny([...problems, { sheet, message }]);
  if (hasSurvey && hasLibrary) refuse('library', 'the workbook has a sheet survey too; keep one of the two.');
  if (!hasSurvey && !hasLibrary)
    refuse('survey', 'xls upload must have one of these sheets: survey, library, with a column "type".');
  if (hasLibrary && overwrites === true) refuse('library', 'libraries cannot be imported into assets.');
  if (hasLibrary && !library) refuse('library', 'a library cannot be imported into the form list.');
  return hasSurvey ? 'survey' : 'library';
}

/** Whether the sheet is there and has a column of types: any single sheet is read as survey, a list of names is none. */
function hasQuestions(workbook: Workbook, name: string): boolean {
  const headers = workbook.sheets.get(name)?.headers ?? [];
  return headers.some((header) => parseColumnHeader('survey', header).column === 'type');
}

function typeOf(content: Content, library: boolean): AssetType {
  if (!library) return 'survey';
  return summariseContent(content).row_count === 1 ? 'question' : 'block';
}
