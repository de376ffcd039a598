import { Content } from '../content/content';
import { beginCompilation } from './begin-compilation';
import { CompileOptions } from './compile-options';
import { assembleDocument } from './document';
import { ProblemLog } from './form/problem-log';
import { RenamedRow } from './read/rename-rows';
import { writeDocument } from './xml/xml-tree';

export interface CompiledXForm {
  readonly xml: string;
  /** One sentence each, with the place in front. */
  readonly warnings: readonly string[];
  /** Nodes that got another name; only with `duplicates: 'rename'`. */
  readonly renamed: readonly RenamedRow[];
  /** Files that must travel with the form: name → content. */
  readonly externalFiles: Readonly<Record<string, string>>;
}

/**
 * Compiles standard content to an ODK XForm (contract-xlsform 3). The way through the rooms: `kobo/` and `read/` turn
 * the sheets into a tree of nodes, `expression/` resolves what refers to them, `model/` and `body/` make the two halves
 * of the document, `xml/` writes it.
 * @throws FormProblemsError with every problem found, each with sheet, row and column
 */
export function compileXForm(content: Content, options: CompileOptions = {}): CompiledXForm {
  const { kobo, duplicates } = options;
  const isForFilling = kobo !== undefined && duplicates !== 'rename';
  const log = new ProblemLog(options.deadExpressions ?? (isForFilling ? 'refuse' : 'warn'));
  const compilation = beginCompilation(content, options, log);
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
