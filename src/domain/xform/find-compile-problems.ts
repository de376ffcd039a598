import type { Content } from '../content/content';
import { type FormProblem, FormProblemsError } from '../content/form-problem';
import type { CompileOptions } from './compile-options';
import { compileXForm } from './compile-xform';

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
