import { readReference, Reference, splitAtReferences, Token, tokenize } from './expression-tokens';
import {
  descendants,
  FormNode,
  FormQuestion,
  FormRepeat,
  FormRoot,
  isInside,
  Standpoint,
} from '../read/form-tree';
import { Place, ProblemLog } from '../read/problem-log';
import { element, XmlContent, XmlNode } from '../xml/xml-tree';

/** The instance of answers saved before these (contract-xlsform 3.5). */
export const LAST_SAVED_INSTANCE = '__last-saved';

export interface ExpressionPlace {
  /** What carries the expression: relative paths are counted from it. */
  readonly from: Standpoint;
  /** Where a problem is to be told. */
  readonly at: Place;
  /** True for a choice filter, whose context is the choice: paths go through current(). */
  readonly inFilter?: boolean;
  /** For choices from a repeat: the repeat whose copies are offered, so that paths into it begin at the copy. */
  readonly candidates?: FormRepeat;
}

/** Turns `${name}` into paths (contract-xlsform 3.7). */
export class References {
  private readonly byName = new Map<string, FormNode[]>();
  /** Made when a name is not found. */
  private byLowerCase: Map<string, string> | undefined;
  private lastSaved = false;

  constructor(
    root: FormRoot,
    audit: FormQuestion | null,
    private readonly log: ProblemLog,
  ) {
    for (const node of descendants(root)) this.register(node);
    if (audit !== null) this.register(audit);
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
    const nodes: XmlNode[] = [];
    const push = (text: string) => {
      if (text !== '') nodes.push(text);
    };
    for (const [index, piece] of cutInstanceLookups(source).entries()) {
      if (index % 2 === 1) {
        nodes.push(element('output', { value: this.expression(piece, place) }));
        continue;
      }
      splitAtReferences(piece).forEach((part, position) => {
        if (position % 2 === 1)
          nodes.push(element('output', { value: this.path(readReference(part)!, place) }));
        else {
          if (part.includes('${')) this.refuseBroken(place.at);
          push(part);
        }
      });
    }
    return nodes;
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
    if (place.candidates !== undefined && isInside(target, place.candidates)) {
      return ` .${target.path.slice(place.candidates.path.length)} `;
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

function sharedRepeat(from: Standpoint, target: FormNode): FormRepeat | null {
  for (let repeat = target.repeat; repeat !== null; repeat = repeat.repeat) {
    if (isInside(from, repeat)) return repeat;
  }
  return null;
}

/** Arguments of indexed-repeat() that name nodes as such, counted from 0; the others are positions. */
const ABSOLUTE_ARGUMENTS: ReadonlySet<number> = new Set([0, 1, 3, 5]);

interface OpenCall {
  readonly name: string;
  argument: number;
  /** Inside `instance(…)/…[ ]`. */
  readonly inPredicate: boolean;
  /** The path being read begins with instance(…). */
  instancePath: boolean;
}

/** Where in the nesting of calls and predicates an expression has been read up to. */
class CallStack {
  private readonly calls: OpenCall[] = [];
  private top: OpenCall;

  constructor(inFilter: boolean) {
    this.top = { name: '', argument: 0, inPredicate: inFilter, instancePath: false };
  }

  get wantsAbsolute(): boolean {
    return this.top.name === 'indexed-repeat' && ABSOLUTE_ARGUMENTS.has(this.top.argument);
  }

  get inPredicate(): boolean {
    return this.top.inPredicate;
  }

  pass(token: Token): void {
    switch (token.kind) {
      case 'function':
        this.enter(token.text.slice(0, -1), this.top.inPredicate);
        break;
      case '(':
        this.enter('', this.top.inPredicate);
        break;
      case '[':
        this.enter('[', this.top.inPredicate || this.top.instancePath);
        break;
      case ')':
      case ']':
        this.leave();
        break;
      case ',':
        this.top.argument++;
        this.top.instancePath = false;
        break;
      case 'operator':
      case 'reference':
        this.top.instancePath = false;
        break;
      default:
    }
  }

  private enter(name: string, inPredicate: boolean): void {
    this.calls.push(this.top);
    this.top = { name, argument: 0, inPredicate, instancePath: false };
  }

  private leave(): void {
    const left = this.top;
    this.top = this.calls.pop() ?? left;
    if (left.name === 'instance') this.top.instancePath = true;
  }
}

/** No label has more look-ups, nor longer ones; the bounds keep hostile texts from being read again and again. */
const MOST_LOOKUPS = 100;
const LONGEST_LOOKUP = 2000;

/** The text cut at paths that begin with instance('…')/: text at even positions, such paths at odd ones. */
function cutInstanceLookups(source: string): string[] {
  const pieces: string[] = [];
  let cut = 0;
  let start = source.indexOf('instance(');
  for (let count = 0; start >= 0 && count < MOST_LOOKUPS; count++) {
    const length = lengthOfInstanceLookup(source.slice(start, start + LONGEST_LOOKUP));
    if (length > 0) {
      pieces.push(source.slice(cut, start), source.slice(start, start + length));
      cut = start + length;
    }
    start = source.indexOf('instance(', start + Math.max(length, 1));
  }
  pieces.push(source.slice(cut));
  return pieces;
}

/** How much of a text that begins with "instance(" is one path into that instance; 0 when it is none. */
function lengthOfInstanceLookup(text: string): number {
  let depth = 0;
  let end = 0;
  let steps = 0;
  for (const token of tokenize(text)) {
    if (depth === 0 && token.start > 0) {
      if (token.text === '/') steps++;
      else if (token.kind !== 'name' && token.kind !== '[' && token.kind !== 'step') break;
    }
    if (token.kind === 'function' || token.kind === '(' || token.kind === '[') depth++;
    else if (token.kind === ')' || token.kind === ']') depth--;
    if (depth === 0) end = token.start + token.text.length;
  }
  // A dot can be part of a name, but at the end it is the end of the sentence.
  while (text[end - 1] === '.') end--;
  return steps > 0 && depth === 0 ? end : 0;
}
