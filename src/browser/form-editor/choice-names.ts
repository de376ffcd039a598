/** Names of choices: which conditions, defaults and cascades have them, and what follows a new one. */
import { choicesOf } from './choice-edits';
import {
  type ExpressionCell,
  isComputed,
  mapCells,
  mapExpressions,
  mapSame,
  type Place,
  withEdits,
} from './expression-cells';
import type { Token } from '../../domain/xform/expression/expression-tokens';
import type { Operand, Scan } from './expression-scan';
import type { ChoiceRow, FormContent } from './form-content';
import { listOfAnswers } from './form-nodes';
import { followGenerated, generatedNames } from './question-names';
import { cellsReferringTo, rowsReferringTo } from './references';

const NO_COLUMNS: Columns = new Map();

const wordsOf = (text: string): string[] => text.split(/\s+/);

/** Columns of other lists that have names of a list, by their list. */
type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether the value is a choice of the list: an answer, or a column of choices with its names. */
function isOf(list: string, operand: Operand, columns: Columns): boolean {
  if (operand.kind === 'node') return listOfAnswers(operand.node) === list;
  if (operand.kind !== 'column') return false;
  const isName = operand.list === list && operand.column === 'name';
  return isName || columns.get(operand.list)?.has(operand.column) === true;
}

const isMultiple = (operand: Operand): boolean =>
  operand.kind === 'node' && /^(select_multiple|rank$)/.test(operand.node.row?.type ?? '');

/** Literals that an expression compares with a choice of the list, and that are or have the name. */
function comparedLiterals(
  { pairs }: Scan,
  list: string,
  name: string,
  columns: Columns,
): (Operand & { kind: 'literal' })[] {
  return pairs.flatMap((pair) =>
    [pair, [pair[1], pair[0]] as const].flatMap(([value, literal]) => {
      if (!isOf(list, value, columns) || literal.kind !== 'literal') return [];
      const isSet = isMultiple(value) || literal.isSet === true;
      const isName = isSet ? wordsOf(literal.text).includes(name) : literal.text === name;
      return isName ? [literal] : [];
    }),
  );
}

/** Whether an expression about the list has the name in a literal that it compares with no question, such as in regex(). */
function hasOtherLiteral({ node, scan }: ExpressionCell, list: string, name: string): boolean {
  const { tokens, nodes, lists, pairs, terms } = scan();
  const isAbout =
    lists.has(list) ||
    (node !== undefined && listOfAnswers(node) === list) ||
    [...nodes].some((each) => listOfAnswers(each) === list);
  if (!isAbout) return false;
  const compared = new Set(
    pairs.flatMap(([one, other]) => [
      ...(one.kind === 'literal' && other.kind !== 'literal' ? [one.token] : []),
      ...(other.kind === 'literal' && one.kind !== 'literal' ? [other.token] : []),
    ]),
  );
  const isLeft = (token: Token): boolean =>
    !compared.has(token) && token.text.split(/[^\p{L}\p{N}_.-]+/u).includes(name);
  if (tokens.some((token) => token.kind === 'literal' && isLeft(token))) return true;
  // Numbers that are no answers, such as a count, are common.
  return terms.some(
    (operands) =>
      operands.some((each) => each?.kind === 'node' && listOfAnswers(each.node) === list) &&
      operands.some((each) => each?.kind === 'literal' && isLeft(each.token)),
  );
}

/** Cells of other lists whose column is compared with an answer from the list, as `district = ${district}` in a cascade. */
function cascadedColumns(content: FormContent, list: string): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>();
  mapExpressions(content, ({ text, scan }) => {
    for (const pair of scan().pairs) {
      for (const [value, column] of [pair, [pair[1], pair[0]] as const]) {
        if (column.kind !== 'column' || !isOf(list, value, NO_COLUMNS)) continue;
        columns.set(column.list, (columns.get(column.list) ?? new Set()).add(column.column));
      }
    }
    return text;
  });
  return columns;
}

function literalOf(text: string, former: string): string {
  const isNumber = !/^['"]/.test(former) && /^-?\d+(\.\d+)?$/.test(text);
  if (isNumber) return text;
  const quote = text.includes("'") ? '"' : former.startsWith('"') ? '"' : "'";
  return `${quote}${text}${quote}`;
}

const renamedIn = (text: string, from: string, to: string): string =>
  text
    .split(/(\s+)/)
    .map((word) => (word === from ? to : word))
    .join('');

/** Whether conditions can follow: not if another choice of the list has the former or the new name, or none can quote it. */
function canFollow(
  content: FormContent,
  { list_name: list, name: from = '' }: ChoiceRow,
  to: string,
): boolean {
  const having = (name: string): number =>
    choicesOf(content, list).filter(({ choice }) => choice.name === name).length;
  const isQuotable = !(to.includes("'") && to.includes('"'));
  return from !== '' && to !== '' && isQuotable && having(from) === 1 && having(to) === 0;
}

/** Renames a choice. Conditions, default answers and other lists follow where they are certain. */
export function renameChoice(content: FormContent, index: number, name: string): FormContent {
  const choice = content.choices![index]!;
  if (choice.name === name) return content;
  const { $autovalue: _, ...rest } = choice;
  return withChoiceName(content, index, { ...rest, name });
}

function withChoiceName(content: FormContent, index: number, renamed: ChoiceRow): FormContent {
  const choice = content.choices![index]!;
  const { list_name: list, name: from = '' } = choice;
  const { name: to = '' } = renamed;
  const choices = content.choices!.map((each, at) => (at === index ? renamed : each));
  if (from === to || !canFollow(content, choice, to)) return { ...content, choices };
  const cascaded = cascadedColumns(content, list);
  const followed = mapExpressions(content, ({ text, scan }) => {
    if (!text.includes(from)) return text;
    const literals = comparedLiterals(scan(), list, from, cascaded).map(({ token, text: former }) => ({
      start: token.start,
      length: token.text.length,
      text: literalOf(renamedIn(former, from, to), token.text),
    }));
    return withEdits(text, [...new Map(literals.map((edit) => [edit.start, edit])).values()]);
  });
  const survey = mapSame(followed.survey, (row) => {
    const answers = row['default'];
    if (row.select_from_list_name !== list || typeof answers !== 'string') return row;
    const changed = answers === from ? to : isComputed(answers) ? answers : renamedIn(answers, from, to);
    return changed === answers ? row : { ...row, default: changed };
  });
  const lists = mapSame(choices, (each) => {
    const columns = cascaded.get(each.list_name);
    if (columns === undefined) return each;
    return mapCells(each, (column, cell) =>
      columns.has(column) && isCascade(column) && cell === from ? to : cell,
    );
  });
  return followGenerated(content, { ...followed, survey, choices: lists });
}

/** Names of choices of another list are their own. */
const isCascade = (column: string): boolean => !['name', 'list_name', 'label'].includes(column);

/** Places that have the name of a choice. @param to places that do not follow this name; all of them if undefined */
export function placesWithChoice(content: FormContent, index: number, to?: string): Place[] {
  const choice = content.choices![index]!;
  const { list_name: list, name = '' } = choice;
  const isDouble = choicesOf(content, list).filter((each) => each.choice.name === name).length > 1;
  if (name === '' || name === to || (isDouble && to === undefined)) return [];
  const follows = to !== undefined && canFollow(content, choice, to);
  const cascaded = cascadedColumns(content, list);
  const places = new Set<Place>();
  mapExpressions(content, (cell) => {
    const { text, place } = cell;
    if (!text.includes(name)) return text;
    const isCompared = !follows && comparedLiterals(cell.scan(), list, name, cascaded).length > 0;
    if (isCompared || hasOtherLiteral(cell, list, name)) places.add(place);
    return text;
  });
  if (!follows) {
    for (const row of content.survey) {
      const answers = row['default'];
      if (
        row.select_from_list_name === list &&
        typeof answers === 'string' &&
        (answers === name || (!isComputed(answers) && wordsOf(answers).includes(name)))
      )
        places.add(row);
    }
  }
  for (const [other, columns] of cascaded) {
    if (other.startsWith('file ')) addRowsOfFile(content, other, places);
    else
      for (const each of cascadedChoices(content, other, { columns, name, follows, list })) places.add(each);
  }
  if (!follows) for (const place of placesOfMatrix(content, index)) places.add(place);
  return [...places];
}

/** Values in a file can't be looked at. */
function addRowsOfFile({ survey }: FormContent, other: string, places: Set<Place>): void {
  for (const row of survey) if (`file ${String(row['file'])}` === other) places.add(row);
}

function cascadedChoices(
  content: FormContent,
  other: string,
  {
    columns,
    name,
    follows,
    list,
  }: { columns: ReadonlySet<string>; name: string; follows: boolean; list: string },
): string[] {
  return choicesOf(content, other).flatMap(({ choice }) => {
    const isLeft = [...columns].some(
      (column) => choice[column] === name && (isCascade(column) ? !follows : other !== list),
    );
    return isLeft ? [`choices: ${other} ${choice.name ?? ''}`] : [];
  });
}

/** Places that refer to questions of a matrix in the row of this choice. */
function placesOfMatrix(content: FormContent, index: number): Place[] {
  const left = { ...content, choices: content.choices!.filter((_, at) => at !== index) };
  const kept = new Set(generatedNames(left));
  const gone = generatedNames(content).filter((name) => !kept.has(name));
  return gone.length === 0
    ? []
    : [...rowsReferringTo(content.survey, gone), ...cellsReferringTo(content, gone)];
}
