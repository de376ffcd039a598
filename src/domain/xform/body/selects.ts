import { CHOICE_FILE_COLUMNS } from '../../content/own-choices';
import { parseYesNo } from '../../content/standard/standard-rows';
import { cellText, FormQuestion } from '../form/form-tree';
import { ChoiceList } from '../read/choice-lists';
import { Compilation, locationOf, resolveExpression } from '../compilation';
import {
  inlineItems,
  listNameOf,
  usesSearch,
  Itemset,
  itemsetElement,
  itemsetOfCopies,
  itemsOf,
  predicate,
} from './itemset';
import { readReference } from '../expression/expression-tokens';
import { Parameters, readParameters } from '../read/parameters';
import { XmlElement } from '../xml/xml-tree';

/** Choice sources of a select (contract-xlsform 3.5): a list, a file, a repeat, or search(). */

/** File extension → URI prefix, and the default columns of value and label. */
const FILE_KINDS = new Map([
  ['csv', { prefix: 'jr://file-csv/', ...CHOICE_FILE_COLUMNS.csv }],
  ['xml', { prefix: 'jr://file/', ...CHOICE_FILE_COLUMNS.xml }],
  ['geojson', { prefix: 'jr://file/', ...CHOICE_FILE_COLUMNS.geojson }],
]);

const FILE_NAME = /^(.+)\.(\w+)$/;

/** Id of the instance that a select reads from a file; undefined for other questions. */
export function fileInstanceOf(question: FormQuestion): string | undefined {
  if (question.type.choices !== 'file') return undefined;
  return FILE_NAME.exec(fileOf(question) ?? '')?.[1];
}

function fileOf(question: FormQuestion): string | undefined {
  return cellText(question.cells, 'file') ?? listNameOf(question);
}

/** Choice elements of a select: an itemset, or inline items. */
export function choicesOf(compilation: Compilation, question: FormQuestion): XmlElement[] {
  const parameters = readParameters(compilation, question);
  const listName = listNameOf(question);
  if (question.type.choices === 'list' && usesSearch(question)) {
    const list = findList(compilation, question, listName);
    return list === undefined ? [] : inlineItems(list);
  }
  const itemset =
    question.type.choices === 'file'
      ? fromFile(compilation, question, parameters)
      : listName?.includes('${') === true
        ? fromRepeat(compilation, question, listName)
        : fromList(compilation, question, listName);
  return itemset === undefined ? [] : [selectItemset(compilation, question, itemset, parameters)];
}

/** Attribute `query` of a select_one_external, whose choices are in itemsets.csv. */
export function externalQuery(compilation: Compilation, question: FormQuestion): string | undefined {
  const listName = listNameOf(question);
  const filter = cellText(question.cells, 'choice_filter');
  if (listName !== undefined && !compilation.externalChoices.has(listName)) {
    compilation.log.refuse(
      locationOf(question, 'type'),
      `There is no list "${listName}" on the external_choices sheet. Add its choices, or check the spelling.`,
    );
  }
  if (listName === undefined || filter === undefined) {
    return compilation.log.refuse(
      locationOf(question, 'choice_filter'),
      'A select_one_external needs a choice_filter. Fill it in, or use select_one.',
    );
  }
  return `${itemsOf(listName)}${predicate(compilation, question)}`;
}

function selectItemset(
  compilation: Compilation,
  question: FormQuestion,
  itemset: Itemset,
  parameters: Parameters,
): XmlElement {
  const isRandom = parseYesNo(parameters.values.get('randomize')) === true;
  const seed = parameters.values.get('seed');
  if (seed !== undefined && !isRandom) {
    compilation.log.refuse(
      locationOf(question, 'parameters'),
      'A seed works only with randomize=true. Add that, or remove the seed.',
    );
  }
  const seedArgument =
    seed === undefined ? '' : `, ${resolveExpression(compilation, question, 'parameters', seed)}`;
  const nodeset = isRandom ? `randomize(${itemset.nodeset}${seedArgument})` : itemset.nodeset;
  return itemsetElement({ ...itemset, nodeset });
}

/** Itemset of a list on the choices sheet, named in the given column; undefined if there is none. */
export function fromList(
  compilation: Compilation,
  question: FormQuestion,
  listName: string | undefined,
  column = 'type',
): Itemset | undefined {
  const list = findList(compilation, question, listName, column);
  if (list === undefined) return undefined;
  return {
    nodeset: `${itemsOf(list.name)}${predicate(compilation, question)}`,
    value: 'name',
    label: list.needsItext ? 'jr:itext(itextId)' : 'label',
  };
}

function findList(
  compilation: Compilation,
  question: FormQuestion,
  listName: string | undefined,
  column = 'type',
): ChoiceList | undefined {
  const { choices, log } = compilation;
  const at = locationOf(question, column);
  if (listName === undefined) {
    return log.refuse(at, `The ${question.type.name} has no list. Write the name of a list after the type.`);
  }
  return (
    choices.find(listName) ??
    log.refuse(
      at,
      `There is no list "${listName}" on the choices sheet. Add its choices, or check the spelling.`,
    )
  );
}

/** Refuses choice names with spaces in lists of select_multiple, whose answers are separated by spaces. */
export function validateMultipleChoices(compilation: Compilation, questions: readonly FormQuestion[]): void {
  const multiples = questions.filter(({ type }) => type.control === 'select' && type.choices === 'list');
  const lists = new Set(multiples.map((question) => compilation.choices.find(listNameOf(question) ?? '')));
  for (const list of lists) {
    for (const { name, row } of list?.items ?? []) {
      if (!/\s/.test(name)) continue;
      compilation.log.refuse(
        { sheet: 'choices', row, column: 'name' },
        `The choice "${name}" belongs to a select_multiple, whose answers are separated by spaces. Write the name without spaces.`,
      );
    }
  }
}

function fromFile(
  compilation: Compilation,
  question: FormQuestion,
  parameters: Parameters,
): Itemset | undefined {
  const file = fileOf(question);
  const [, stem, extension] = FILE_NAME.exec(file ?? '') ?? [];
  const kind = FILE_KINDS.get(extension?.toLowerCase() ?? '');
  const at = locationOf(question, 'type');
  if (stem === undefined || kind === undefined) {
    return compilation.log.refuse(
      at,
      `"${file ?? ''}" is not a file that a select can read. Name one that ends in .csv, .xml or .geojson.`,
    );
  }
  if (usesSearch(question)) {
    return compilation.log.refuse(
      locationOf(question, 'appearance'),
      'search() fills in the choices of a list, not those of a file. Remove it, or use select_one with a list.',
    );
  }
  compilation.secondary.addFile(stem, `${kind.prefix}${file}`, at);
  return {
    nodeset: `${itemsOf(stem)}${predicate(compilation, question)}`,
    value: parameters.values.get('value') ?? kind.value,
    label: parameters.values.get('label') ?? kind.label,
  };
}

/** `select_one ${q}`: the choices are the answers to q in all copies of its repeat. */
function fromRepeat(compilation: Compilation, question: FormQuestion, source: string): Itemset | undefined {
  const at = locationOf(question, 'type');
  const reference = readReference(source);
  if (reference === null) {
    return compilation.log.refuse(
      at,
      'Choices from a repeat are named by one question, such as select_one ${name}.',
    );
  }
  const target = compilation.references.resolve(reference.name, at);
  if (target === undefined) return undefined;
  if (target.kind !== 'question' || target.repeat === null) {
    return compilation.log.refuse(
      at,
      `"${target.name}" is not a question inside a repeat, so it has no choices. Name one that is.`,
    );
  }
  const { repeat, name: field } = target;
  const candidate = target.path.slice(0, -field.length - 1);
  const copies = compilation.references.allCopies(question, repeat);
  const nodeset = `${copies}${candidate.slice(repeat.path.length)}`;
  return itemsetOfCopies(compilation, question, { nodeset, field, candidates: { repeat, path: candidate } });
}
