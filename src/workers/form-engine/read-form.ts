import type { Content } from '../../domain/content/content';
import { FormProblemsError } from '../../domain/content/form-problem';
import { DomainError } from '../../domain/errors';
import type { CompileOptions } from '../../domain/xform/compile-options';
import { compileProblems } from '../../domain/xform/compile-problems';
import { compileXForm } from '../../domain/xform/compile-xform';
import { formFromWorkbook } from '../../domain/xlsform/form-from-workbook';
import { holdsLibrary, libraryFromWorkbook } from '../../domain/xlsform/library-from-workbook';
import { readWorkbook } from '../../domain/xlsform/read-workbook';
import type { FormFile, FormReading } from './form-engine.port';
import { prepareForm } from './prepare-form';

/** Stands for the uid that the asset will have; no question is called so. */
const SOME_ID = 'a'.repeat(22);
const AS_DEPLOYED: CompileOptions = { formId: SOME_ID, title: SOME_ID, duplicates: 'refuse', kobo: {} };

/** A survey is compiled once for its problems: they are told at import, with sheet and row, and not at deployment. */
export async function readForm(file: FormFile): Promise<FormReading> {
  try {
    const workbook = await readWorkbook(file.bytes);
    const context = {
      library: file.library,
      overwrites: file.overwrites === true,
      random: Math.random,
      alsoWrong: (content: Content) => (isSurvey(file) ? compileProblems(content, AS_DEPLOYED) : []),
      ...(file.desiredType !== undefined && { desiredType: file.desiredType }),
      ...(file.stem !== undefined && { stem: file.stem }),
    };
    if (file.library && !context.overwrites && file.desiredType === undefined && holdsLibrary(workbook)) {
      const items = libraryFromWorkbook(workbook, context);
      return {
        kind: 'library',
        items: items.map(({ assetType, ...form }) => ({ assetType, form: prepareForm(form) })),
      };
    }
    const { assetType, content, title } = formFromWorkbook(workbook, context);
    const warnings = assetType === 'survey' ? compileXForm(content, AS_DEPLOYED).warnings : [];
    return { kind: 'form', assetType, form: prepareForm({ content, title }), warnings };
  } catch (error) {
    if (error instanceof FormProblemsError) return { kind: 'refused', problems: error.problems };
    if (error instanceof DomainError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}

/** Whether the file becomes a survey, as far as can be known before it is read. */
function isSurvey({ library, desiredType }: FormFile): boolean {
  return desiredType === undefined ? !library : desiredType === 'survey';
}
