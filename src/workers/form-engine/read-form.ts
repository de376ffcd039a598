import type { Content } from '../../domain/content/content';
import { FormProblemsError } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { CompileOptions } from '../../domain/xform/compile-options';
import { compileXForm, findCompileProblems } from '../../domain/xform/compile-xform';
import { formFromWorkbook } from '../../domain/xlsform/form-from-workbook';
import { isLibraryWorkbook, libraryFromWorkbook } from '../../domain/xlsform/library-from-workbook';
import { withCellTexts } from '../../domain/xlsform/problem-cells';
import { readWorkbook } from '../../domain/xlsform/read-workbook';
import type { Workbook } from '../../domain/xlsform/workbook';
import type { FormFile, ReadFormResult } from './form-engine-types';
import { prepareForm } from './prepare-form';

/** Placeholder for the future asset uid; equals no question name. */
const PLACEHOLDER_ID = 'a'.repeat(22);
const DEPLOYMENT_OPTIONS: CompileOptions = {
  formId: PLACEHOLDER_ID,
  title: PLACEHOLDER_ID,
  duplicates: 'warn',
  kobo: {},
};

/** Reads a workbook. Compiles surveys once, to report problems with sheet and row at import instead of deployment. */
export async function readForm(file: FormFile): Promise<ReadFormResult> {
  let workbook: Workbook | undefined;
  try {
    workbook = await readWorkbook(file.bytes);
    const context = {
      library: file.library,
      overwrites: file.overwrites === true,
      random: Math.random,
      findMoreProblems: (content: Content) =>
        isSurvey(file) ? findCompileProblems(content, DEPLOYMENT_OPTIONS) : [],
      ...(file.desiredType !== undefined && { desiredType: file.desiredType }),
      ...(file.stem !== undefined && { stem: file.stem }),
    };
    if (
      file.library &&
      !context.overwrites &&
      file.desiredType === undefined &&
      isLibraryWorkbook(workbook)
    ) {
      const items = libraryFromWorkbook(workbook, context);
      return {
        kind: 'library',
        items: items.map(({ assetType, ...form }) => ({ assetType, form: prepareForm(form) })),
      };
    }
    const { assetType, content, title } = formFromWorkbook(workbook, context);
    const warnings = assetType === 'survey' ? compileXForm(content, DEPLOYMENT_OPTIONS).warnings : [];
    return { kind: 'form', assetType, form: prepareForm({ content, title }), warnings };
  } catch (error) {
    if (error instanceof FormProblemsError) {
      return {
        kind: 'refused',
        problems: workbook ? withCellTexts(error.problems, workbook) : error.problems,
      };
    }
    if (error instanceof DomainError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

function isSurvey({ library, desiredType }: FormFile): boolean {
  return desiredType === undefined ? !library : desiredType === 'survey';
}
