import { CallStack } from './call-stack';
import { readReference, Reference, splitAtReferences, Token, tokenize } from './expression-tokens';
import { cutInstanceLookups } from './instance-lookups';
import {
  descendants,
  FormNode,
  FormQuestion,
  FormRepeat,
  FormRoot,
  isInside,
  Standpoint,
} from '../form/form-tree';
import { Place, ProblemLog } from '../form/problem-log';
import { element, XmlContent, XmlNode } from '../xml/xml-tree';

/** The instance of answers saved before these (contract-xlsform 3.5). */
export const LAST_SAVED_INSTANCE = '__last-saved';

/** The choices of a select that offers answers to a question in a repeat. */
export interface Candidates {
  readonly repeat: FormRepeat;
  /** The repeat, or the group inside it that holds the question: one node a choice. */
  readonly path: string;
}

export interface ExpressionPlace {
  /** What carries the expression: relative paths are counted from it. */
  readonly from: Standpoint;
  /** Where a problem is to be told. */
  readonly at: Place;
  /** True for a choice filter, whose context is the choice: paths go through current(). */
  readonly inFilter?: boolean;
  /** For choices from a repeat: what is offered, so that paths into its repeat begin at the candidate. */
  readonly candidates?: Candidates;
}

/** Turns `${name}` into paths (contract-xlsform 3.7). */
export class References {
  private readonly byName = new Map<string, FormNode[]>();
  /** Made when a name is not found. */
  private byLowerCase: Map<string, string> | undefined;
  private lastSaved = false;

  constructor(
    root: FormRoot,
    inMeta: readonly FormQuestion[],
    private readonly log: ProblemLog,
  ) {
    for (const node of descendants(root)) this.register(node);
    for (const question of inMeta) if (!this.byName.has(question.name)) this.register(question);
  }

  /** True once an expression has asked for `${last-saved#…}`. */
  get usesLastSaved(): boolean {
    return this.lastSaved;
  }

  /** The expression with every reference replaced by its path, a space on each side. */
  expression(source: string, place: ExpressionPlace): string {
    if (!source.includes('${')) return source;
    const calls = new CallStack(place.inFilter ?? false);
    let result = '';
    for (const token of tokenize(source)) {
      result += this.tokenText(token, calls, place);
      calls.pass(token);
    }
    return result;
  }

  /** A text for people with its references, and its look-ups in instances, as `<output>` elements. */
  text(source: string, place: ExpressionPlace): XmlContent {
    if (!source.includes('${') && !source.includes('instance(')) return source;
    return cutInstanceLookups(source).flatMap((piece, index) =>
      index % 2 === 1
        ? [element('output', { value: this.expression(piece, place) })]
        : this.withOutputs(piece, place),
    );
  }

  /** The one node of a name; undefined when there is none or more than one. */
  find(name: string): FormNode | undefined {
    const [node, another] = this.byName.get(name) ?? [];
    return another === undefined ? node : undefined;
  }

  /** The one node of a name; undefined, and a problem told, when there is none or more than one. */
  resolve(name: string, at: Place): FormNode | undefined {
    const nodes = this.byName.get(name) ?? [];
    if (nodes.length === 1) return nodes[0];
    this.log.refuse(
      at,
      nodes.length === 0
        ? `There is no question, group or repeat named "${name}".${this.suggestion(name)}`
        : `More than one node is named "${name}" (rows ${someRows(nodes)}). Rename all but one of them.`,
    );
    return undefined;
  }

  /**
   * The path of a node as seen from another: relative through the innermost repeat around both, else absolute.
   * No spaces around it.
   */
  pathFrom(from: Standpoint, target: FormNode): string {
    const shared = sharedRepeat(from, target);
    if (shared === null) return target.path;
    return '../'.repeat(from.depth - shared.depth - 1) + '..' + target.path.slice(shared.path.length);
  }

  /** The path to all copies of a repeat, also when asked from inside one of them. */
  allCopies(from: Standpoint, repeat: FormRepeat): string {
    return isInside(from, repeat)
      ? '../'.repeat(from.depth - repeat.depth + 1) + repeat.name
      : this.pathFrom(from, repeat);
  }

  private withOutputs(text: string, place: ExpressionPlace): XmlNode[] {
    return splitAtReferences(text).flatMap((part, index): XmlNode[] => {
      if (index % 2 === 1) return [element('output', { value: this.path(readReference(part)!, place) })];
      if (part.includes('${')) this.refuseBroken(place.at);
      return part === '' ? [] : [part];
    });
  }

  private tokenText(token: Token, calls: CallStack, place: ExpressionPlace): string {
    switch (token.kind) {
      case 'reference':
        return this.path(readReference(token.text)!, place, calls.wantsAbsolute, calls.inPredicate);
      case 'literal':
        // jr:choice-name(${q}, '${q}') wants the path inside the quotes too.
        return token.text.includes('${') ? this.literal(token.text, place, calls) : token.text;
      case 'broken-reference':
        this.refuseBroken(place.at);
        return token.text;
      default:
        return token.text;
    }
  }

  private literal(text: string, place: ExpressionPlace, calls: CallStack): string {
    return splitAtReferences(text)
      .map((part, index) => {
        if (index % 2 === 1) return this.path(readReference(part)!, place, false, calls.inPredicate);
        if (part.includes('${')) this.refuseBroken(place.at);
        return part;
      })
      .join('');
  }

  private path(reference: Reference, place: ExpressionPlace, absolute = false, viaCurrent = false): string {
    const target = this.resolve(reference.name, place.at);
    if (target === undefined) return ` \${${reference.name}} `;
    if (reference.lastSaved) {
      this.lastSaved = true;
      return ` instance('${LAST_SAVED_INSTANCE}')${target.path} `;
    }
    const { candidates } = place;
    if (candidates !== undefined && isInside(target, candidates.repeat)) {
      return ` ${pathBetween(candidates.path, target.path)} `;
    }
    const path = absolute ? target.path : this.pathFrom(place.from, target);
    const isRelative = path.startsWith('.');
    return isRelative && (viaCurrent || place.inFilter === true) ? ` current()/${path} ` : ` ${path} `;
  }

  private refuseBroken(at: Place): void {
    this.log.refuse(
      at,
      'A reference is broken: write "${", the name of a question without spaces, then "}".',
    );
  }

  private suggestion(name: string): string {
    this.byLowerCase ??= new Map([...this.byName.keys()].map((known) => [known.toLowerCase(), known]));
    const alike = this.byLowerCase.get(name.toLowerCase());
    return alike === undefined
      ? ' Check the spelling, or add it to the survey.'
      : ` Did you mean "${alike}"?`;
  }

  private register(node: FormNode): void {
    const namesakes = this.byName.get(node.name);
    if (namesakes === undefined) this.byName.set(node.name, [node]);
    else namesakes.push(node);
  }
}

/** The first few row numbers: enough to find the others by searching. */
function someRows(nodes: readonly FormNode[]): string {
  const rows = nodes.slice(0, 5).map(({ row }) => row);
  return nodes.length > 5 ? `${rows.join(', ')} and ${nodes.length - 5} more` : rows.join(', ');
}

/** The way from one path to another, below a node that both are in: `./b` or `../c/d`. */
function pathBetween(from: string, to: string): string {
  const steps = from.split('/');
  const goal = to.split('/');
  let shared = 0;
  while (shared < steps.length && steps[shared] === goal[shared]) shared += 1;
  const up = steps.length - shared;
  return [up === 0 ? '.' : Array<string>(up).fill('..').join('/'), ...goal.slice(shared)].join('/');
}

function sharedRepeat(from: Standpoint, target: FormNode): FormRepeat | null {
  for (let repeat = target.repeat; repeat !== null; repeat = repeat.repeat) {
    if (isInside(from, repeat)) return repeat;
  }
  return null;
}
