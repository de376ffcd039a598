import { cellText } from './form/cells';
import { ChoiceLists } from './read/choice-lists';
import { PlacedEntity } from './read/entity-placement';
import { ExternalChoices } from './read/external-choices';
import { FormText, Languages, textsOf } from './read/form-text';
import { ReadSettings } from './read/form-settings';
import { FormNode, FormRoot } from './form/form-tree';
import { Itext } from './model/itext';
import { Place, ProblemLog } from './form/problem-log';
import { findSyntaxSlip } from './expression/expression-check';
import { RenamedRow } from './read/rename-rows';
import { References } from './expression/references';
import { SecondaryInstances } from './model/secondary-instances';
import { ReadSurvey } from './read/survey-reader';
import { XmlContent } from './xml/xml-tree';

/** What every part of the compiler needs to see of the form that is being compiled. */
export interface Compilation {
  readonly settings: ReadSettings;
  readonly languages: Languages;
  readonly survey: ReadSurvey;
  readonly renamed: readonly RenamedRow[];
  readonly choices: ChoiceLists;
  readonly externalChoices: ExternalChoices;
  /** Rows of the osm sheet. */
  readonly osmTags: readonly Readonly<Record<string, unknown>>[];
  readonly entities: readonly PlacedEntity[];
  readonly references: References;
  readonly itext: Itext;
  readonly secondary: SecondaryInstances;
  readonly log: ProblemLog;
}

/** Where the author wrote a cell of a node. */
export function placeOf(node: FormNode | FormRoot, column: string): Place {
  return { sheet: 'survey', row: node.row, column: node.writtenIn?.[column] ?? column };
}

/** The expression in a column of a node with its references resolved; undefined when the cell is empty. */
export function expressionIn(
  compilation: Compilation,
  node: FormNode,
  column: string,
  inFilter = false,
): string | undefined {
  const source = cellText(node.cells, column);
  return source === undefined ? undefined : resolveExpression(compilation, node, column, source, inFilter);
}

/** An expression that stands in a column of a node, with its references resolved and its instances made known. */
export function resolveExpression(
  compilation: Compilation,
  node: FormNode,
  column: string,
  source: string,
  inFilter = false,
): string {
  const at = placeOf(node, column);
  compilation.secondary.noteExpression(source, at);
  if (EXPRESSION_COLUMNS.has(column)) judgeSyntax(source, at, compilation.log);
  return compilation.references.expression(source, { from: node, at, inFilter });
}

/** Columns whose whole cell is one expression. */
const EXPRESSION_COLUMNS: ReadonlySet<string> = new Set([
  ...['required', 'relevant', 'constraint', 'calculation', 'read_only'],
  ...['choice_filter', 'default', 'repeat_count'],
]);

/** No client can open a form with an expression that can't be parsed. */
export function judgeSyntax(source: string, at: Place, log: ProblemLog): void {
  const slip = findSyntaxSlip(source);
  if (slip !== null) log.noteDead(at, `The expression can't be computed: ${slip}. Correct it.`);
}

/** The text in a column of a node; undefined when it is empty in every language. */
export function textIn(compilation: Compilation, node: FormNode, column: string): FormText | undefined {
  return compilation.languages.read(node.cells[column]);
}

/** A renderer of texts of this column: references become outputs. */
export function renderer(compilation: Compilation, node: FormNode, column: string) {
  const place = { from: node, at: placeOf(node, column) };
  return (text: string): XmlContent => compilation.references.text(text, place);
}

/** True when a text holds a reference in any language. */
export function holdsReference(text: FormText): boolean {
  return textsOf(text).some((entry) => entry.includes('${'));
}
