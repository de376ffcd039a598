import { type FormNode, QUESTIONS } from './form-pages';

/** A question as the engine holds it. */
interface Question extends FormNode {
  readonly nodeId: string;
}

interface UntouchedAnswer {
  /** Text that the engine made of it when it opened the submission; '' if it could not read it. */
  readonly opened: string;
  readonly stored: string;
}

/**
 * Keeps the text of answers that the person does not change in an edit: the engine writes some in another spelling, such as
 * times with an offset, and drops what it can't read, such as names of files that did not arrive. Calculated answers are the engine's.
 */
export class UntouchedAnswers {
  private readonly byNode = new Map<string, UntouchedAnswer>();

  /**
   * @param stored XML of the submission that is edited
   * @param root the form after it was opened
   * @param calculated paths of questions that the form computes
   */
  constructor(
    stored: string,
    private readonly root: FormNode,
    private readonly calculated: ReadonlySet<string>,
  ) {
    for (const [{ nodeId, currentState }, element] of this.pairs(parse(stored))) {
      const [opened, text] = [currentState.instanceValue ?? '', element.textContent ?? ''];
      if (opened !== text) this.byNode.set(nodeId, { opened, stored: text });
    }
  }

  /** @returns XML of the edit with the stored texts */
  restore(xml: string): string {
    if (this.byNode.size === 0) return xml;
    const document = parse(xml);
    for (const [{ nodeId, currentState }, element] of this.pairs(document)) {
      const answer = this.byNode.get(nodeId);
      if (answer !== undefined && currentState.instanceValue === answer.opened)
        element.textContent = answer.stored;
    }
    return new XMLSerializer().serializeToString(document);
  }

  /** Questions with their elements, in the order of both; paths that have not as many of each are left out. */
  private pairs(document: Document): [Question, Element][] {
    const elements = grouped([...document.getElementsByTagName('*')].map((each) => [pathOf(each), each]));
    const questions = grouped(questionsBelow(this.root).map((each) => [pathOfQuestion(each), each]));
    return [...questions].flatMap(([path, nodes]) => {
      const found = elements.get(path) ?? [];
      const isPaired = found.length === nodes.length && !this.calculated.has(path);
      return isPaired ? nodes.map((node, index): [Question, Element] => [node, found[index]!]) : [];
    });
  }
}

const parse = (xml: string): Document => new DOMParser().parseFromString(xml, 'text/xml');

/** Relevant questions, the only ones that are sent. */
function questionsBelow(node: FormNode): Question[] {
  const { relevant, children } = node.currentState;
  if (!relevant) return [];
  if (QUESTIONS.has(node.nodeType)) return [node as Question];
  return ((children ?? []) as readonly FormNode[]).flatMap(questionsBelow);
}

/** Below the root element, whose name varies by client. */
export function pathOf(element: Element): string {
  const names: string[] = [];
  for (let each = element; each.parentElement !== null; each = each.parentElement)
    names.unshift(each.localName);
  return names.join('/');
}

/** The same of `/form/group[1]/question`. */
const pathOfQuestion = ({ currentState: { reference = '' } }: Question): string => pathBelowRoot(reference);

/** Path of a reference below the root, without positions and prefixes. */
export function pathBelowRoot(reference: string): string {
  return reference
    .split('/')
    .slice(2)
    .map((step) => step.replace(/\[\d+\]$/, '').replace(/^.*:/, ''))
    .join('/');
}

function grouped<Value>(entries: readonly (readonly [string, Value])[]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
