import { Compilation, locationOf, resolveExpression } from '../compilation';
import { xpathLiteral } from '../expression/expression-tokens';
import { RepeatCandidates } from '../expression/references';
import { cellText } from '../form/cells';
import { FormQuestion } from '../form/form-tree';
import { element, XmlElement } from '../xml/xml-tree';

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
