import { Compilation, locationOf, resolveExpression } from '../compilation';
import { xpathLiteral, callsOf } from '../expression/expression-tokens';
import { RepeatCandidates } from '../expression/references';
import { cellText, FormQuestion, descendants, FormRoot } from '../form/form-tree';
import { ProblemLog } from '../form/problem-log';
import { element, XmlElement, plain } from '../xml/xml-tree';
import { FormProblemsError } from '../../content/form-problem';
import { itextReference } from '../model/itext';
import { ChoiceList, ChoiceLists } from '../read/choice-lists';

/** Nodes that a control offers, and the children of each with its value and its label. */
export interface Itemset {
  readonly nodeset: string;
  readonly value: string;
  readonly label: string;
}

export function itemsetElement({ nodeset, value, label }: Itemset): XmlElement {
  return element('itemset', { nodeset }, [
    element('value', { ref: value }),
    element('label', { ref: label }),
  ]);
}

/** Path to the items of an instance. */
export function itemsOf(instanceId: string): string {
  return `instance(${xpathLiteral(instanceId)})/root/item`;
}

/** The choice filter as a predicate; empty without one. */
export function predicate(compilation: Compilation, question: FormQuestion): string {
  const filter = cellText(question.cells, 'choice_filter');
  return filter === undefined
    ? ''
    : `[${resolveExpression(compilation, question, 'choice_filter', filter, true)}]`;
}

/** Copies of a repeat that are offered, by one of their answers. */
interface OfferedCopies {
  readonly nodeset: string;
  /** Question that is both value and label. */
  readonly field: string;
  readonly candidates: RepeatCandidates;
}

/** Itemset of the copies that match the choice filter; without one, of those with an answer. */
export function itemsetOfCopies(
  compilation: Compilation,
  question: FormQuestion,
  { nodeset, field, candidates }: OfferedCopies,
): Itemset {
  const filter = cellText(question.cells, 'choice_filter');
  const at = locationOf(question, 'choice_filter');
  const condition =
    filter === undefined
      ? `./${field} != ''`
      : compilation.references.expression(filter, { from: question, at, inFilter: true, candidates });
  return { nodeset: `${nodeset}[${condition}]`, value: field, label: field };
}

/** Selects with search() in the appearance: their choices are inline in the control (contract-xlsform 3.5). */

/** Name of the choice list of a select. */
export function listNameOf(question: FormQuestion): string | undefined {
  return cellText(question.cells, 'select_from_list_name');
}

/** True for a select whose appearance calls search(): `search('fruits')`. */
export function usesSearch(question: FormQuestion): boolean {
  const appearance = cellText(question.cells, 'appearance');
  return appearance !== undefined && callsOf(appearance, 'search').length > 0;
}

/** Bounds the size of the form: inline choices are repeated for each select. */
const MAX_INLINE_ITEMS = 50_000;

/**
 * Marks the lists of selects with search() as inline; a list that is an instance as well is refused.
 * @throws FormProblemsError when the selects repeat more than 50,000 choices inline
 */
export function markSearchLists(root: FormRoot, choices: ChoiceLists, log: ProblemLog): void {
  const instanceUse = new Map<string, number>();
  const searches: FormQuestion[] = [];
  for (const node of descendants(root)) {
    if (node.kind !== 'question' || node.type.choices !== 'list') continue;
    if (usesSearch(node)) searches.push(node);
    else instanceUse.set(listNameOf(node) ?? '', node.row);
  }
  let items = 0;
  for (const question of searches) {
    const list = choices.find(listNameOf(question) ?? '');
    if (list === undefined) continue;
    list.inline = true;
    items += list.items.length;
    if (items > MAX_INLINE_ITEMS) {
      const message = `The selects with search() repeat more than ${MAX_INLINE_ITEMS} choices. Give them shorter lists.`;
      throw new FormProblemsError([{ ...locationOf(question, 'appearance'), message }]);
    }
    const row = instanceUse.get(list.name);
    if (row === undefined) continue;
    log.refuse(
      locationOf(question, 'appearance'),
      `The list "${list.name}" is used with search() here and without it in row ${row}. Use a separate list for the search.`,
    );
  }
}

/** Item elements of the choices of an inline list. */
export function inlineItems(list: ChoiceList): XmlElement[] {
  return list.items.map((item, index) => {
    const label = list.needsItext
      ? element('label', { ref: itextReference(list.textId(index)) })
      : plain('label', typeof item.label === 'string' ? [item.label] : []);
    return plain('item', [label, plain('value', item.name)]);
  });
}
