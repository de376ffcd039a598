import { cellText, FormNode, FormRoot } from './form/form-tree';
import { SourceLocation, ProblemLog } from './form/problem-log';
import { ChoiceLists, ExternalChoices } from './read/choice-lists';
import { PlacedEntity } from './read/entity-placement';
import { FormText, Languages, textsOf, RenamedRow } from './read/survey-rows';
import { ParsedSettings } from './read/form-settings';
import { Itext } from './model/itext';
import { findSyntaxError } from './expression/expression-check';
import { findDoubts } from './expression/expression-doubts';
import { tokenize, withPlainSpaces } from './expression/expression-tokens';
import { ReferenceContext, References } from './expression/references';
import { SecondaryInstances } from './model/secondary-instances';
import { ParsedSurvey } from './read/survey-reader';
import { XmlContent } from './xml/xml-tree';

/** State of one compilation, shared by all parts of the compiler. */
export interface Compilation {
  readonly settings: ParsedSettings;
  readonly languages: Languages;
  readonly survey: ParsedSurvey;
  readonly renamed: readonly RenamedRow[];
  readonly choices: ChoiceLists;
  readonly externalChoices: ExternalChoices;
  readonly osmTags: readonly Readonly<Record<string, unknown>>[];
  readonly entities: readonly PlacedEntity[];
  readonly references: References;
  readonly itext: Itext;
  readonly secondary: SecondaryInstances;
  readonly log: ProblemLog;
}

/** Location of a cell of a node in the author's workbook. */
export function locationOf(node: FormNode | FormRoot, column: string): SourceLocation {
  const sheet = node.kind === 'root' ? 'settings' : 'survey';
  return { sheet, row: node.row, column: node.sourceColumns?.[column] ?? column };
}

/** The expression in a column of a node with its references resolved; undefined when the cell is empty. */
export function expressionIn(compilation: Compilation, node: FormNode, column: string): string | undefined {
  const source = cellText(node.cells, column);
  return source === undefined ? undefined : resolveExpression(compilation, node, column, source);
}

/** Resolves the references of an expression in a column of a node; checks its syntax if the column takes expressions. */
export function resolveExpression(
  compilation: Compilation,
  node: FormNode | FormRoot,
  column: string,
  source: string,
  inFilter = false,
): string {
  const context = { from: node, at: locationOf(node, column), inFilter };
  return resolveSource(compilation, source, context, EXPRESSION_COLUMNS.has(column));
}

/**
 * Resolves the references of an expression and registers the files that it reads. Reports one that is not valid XPath, as no
 * client can open a form that contains it; what only some clients read is a warning.
 */
export function resolveSource(
  { secondary, references, log }: Compilation,
  source: string,
  context: ReferenceContext,
  isExpression = true,
): string {
  secondary.addPulldataFiles(source, context.at);
  if (!isExpression) return references.expression(source, context);
  const expression = withPlainSpaces(source);
  const tokens = tokenize(expression);
  const error = findSyntaxError(tokens);
  if (error === null) for (const doubt of findDoubts(tokens)) log.warn(context.at, doubt);
  else log.reportInvalidExpression(context.at, `The expression can't be computed: ${error}. Correct it.`);
  return references.expression(expression, context, tokens);
}

const EXPRESSION_COLUMNS: ReadonlySet<string> = new Set([
  ...['required', 'relevant', 'constraint', 'calculation', 'read_only'],
  ...['choice_filter', 'default', 'repeat_count'],
]);

/** The text in a column of a node; undefined when it is empty in every language. */
export function textIn(compilation: Compilation, node: FormNode, column: string): FormText | undefined {
  return compilation.languages.read(node.cells[column]);
}

/** Renders texts of this column: references become `<output>` elements. */
export function renderer(compilation: Compilation, node: FormNode, column: string) {
  const context = { from: node, at: locationOf(node, column) };
  return (text: string): XmlContent => compilation.references.text(text, context);
}

/** True when a text contains a reference in any language. */
export function containsReference(text: FormText): boolean {
  return textsOf(text).some((entry) => entry.includes('${'));
}
