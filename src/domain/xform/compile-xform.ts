import { Content } from '../content/content';
import { createCompilation } from './create-compilation';
import { CompileOptions } from './compile-options';
import { assembleDocument } from './document';
import { ProblemLog } from './form/problem-log';
import { RenamedRow } from './read/rename-rows';
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
  const xml = writeDocument(assembleDocument(compilation, options.kobo ?? {}));
  log.throwIfRefused();
  const itemsets = compilation.externalChoices.toCsv();
  return {
    xml,
    warnings: log.warnings,
    renamed: compilation.renamed,
    externalFiles: itemsets === null ? {} : { 'itemsets.csv': itemsets },
  };
}
