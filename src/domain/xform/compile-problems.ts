import type { Content } from '../content/content';
import { type FormProblem, FormProblemsError } from '../content/form-problem';
import type { CompileOptions } from './compile-options';
import { compileXForm } from './compile-xform';

/**
 * What compiling the content would complain about. Content that has mistakes already may also fail in ways that no whole
 * content does; what is known of it must do then, and the list is empty.
 */
export function compileProblems(content: Content, options: CompileOptions): readonly FormProblem[] {
  try {
    compileXForm(content, options);
    return [];
  } catch (error) {
    return error instanceof FormProblemsError ? error.problems : [];
  }
}
