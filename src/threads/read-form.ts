import { FormProblemsError } from '../domain/asset/form-problem';
import { DomainError } from '../domain/errors';
import { compileXForm } from '../domain/xform/compile-xform';
import { formFromWorkbook } from '../domain/xlsform/form-from-workbook';
import { readWorkbook } from '../domain/xlsform/read-workbook';
import type { FormFile, FormReading } from './form-reader.port';

/** A survey is compiled once for its problems: they are told at import, with sheet and row, and not at deployment. */
export async function readForm(file: FormFile): Promise<FormReading> {
  try {
    const workbook = await readWorkbook(file.bytes);
    const form = formFromWorkbook(workbook, {
      library: file.library,
      random: Math.random,
      ...(file.desiredType !== undefined && { desiredType: file.desiredType }),
      ...(file.stem !== undefined && { stem: file.stem }),
    });
    if (form.assetType === 'survey')
      compileXForm(form.content, { formId: 'form', title: 'form', duplicates: 'refuse', kobo: {} });
    return { kind: 'form', ...form };
  } catch (error) {
    if (error instanceof FormProblemsError) return { kind: 'refused', problems: error.problems };
    if (error instanceof DomainError) return { kind: 'unreadable', message: error.message };
    throw error;
  }
}
