import { CallStack } from './expression-check';
import {
  functionName,
  readReference,
  Reference,
  splitAtReferences,
  Token,
  tokenize,
} from './expression-tokens';
import {
  descendants,
  FormNode,
  FormQuestion,
  FormRepeat,
  FormRoot,
  isInside,
  ContextNode,
} from '../form/form-tree';
import { SourceLocation, ProblemLog } from '../form/problem-log';
import { element, XmlContent, XmlNode } from '../xml/xml-tree';

/** Limits against quadratic time on malicious texts; real labels are far shorter. */
const MAX_LOOKUPS = 100;
const MAX_LOOKUP_LENGTH = 2000;

/** Splits a text at paths that begin with instance('…')/: text at even positions, such paths at odd ones. */
function splitAtInstanceLookups(source: string): string[] {
  const pieces: string[] = [];
  let end = 0;
  let start = source.indexOf('instance(');
  for (let count = 0; start >= 0 && count < MAX_LOOKUPS; count++) {
    const length = instanceLookupLength(source.slice(start, start + MAX_LOOKUP_LENGTH));
    if (length > 0) {
      pieces.push(source.slice(end, start), source.slice(start, start + length));
      end = start + length;
    }
    start = source.indexOf('instance(', start + Math.max(length, 1));
  }
  pieces.push(source.slice(end));
  return pieces;
}

/** Length of the path at the start of a text that begins with "instance("; 0 if it is not a path. */
function instanceLookupLength(text: string): number {
  let depth = 0;
  let end = 0;
  let steps = 0;
  for (const token of tokenize(text)) {
    if (depth === 0 && token.start > 0) {
      if (token.text === '/') steps++;
      else if (token.kind === 'function' && /\s/.test(token.text)) {
        // "…/label (see" ends with a name and goes on as plain text.
        end = token.start + functionName(token).length;
        break;
      } else if (token.kind !== 'name' && token.kind !== '[' && token.kind !== 'step') break;
    }
    if (token.kind === 'function' || token.kind === '(' || token.kind === '[') depth++;
    else if (token.kind === ')' || token.kind === ']') depth--;
    if (depth === 0) end = token.start + token.text.length;
  }
  // A dot at the end ends the sentence and is not part of a name.
  while (text[end - 1] === '.') end--;
  return steps > 0 && depth === 0 ? end : 0;
}

/** Instance with the answers of the last saved submission (contract-xlsform 3.5). */
export const LAST_SAVED_INSTANCE = '__last-saved';

/** Choices of a select that are the answers to a question in a repeat. */
export interface RepeatCandidates {
  readonly repeat: FormRepeat;
  /** Path of the repeat, or of the group in it that holds the question: one node per choice. */
  readonly path: string;
}

export interface ReferenceContext {
  /** Context node: relative paths start from it. */
  readonly from: ContextNode;
  readonly at: SourceLocation;
  /** True for a choice filter, whose context node is the choice: relative paths need current(). */
  readonly inFilter?: boolean;
  /** Set for choices from a repeat: paths into that repeat start from the candidate. */
  readonly candidates?: RepeatCandidates;
}

/** Resolves `${name}` to paths (contract-xlsform 3.7). */
export class References {
  private readonly byName = new Map<string, FormNode[]>();
  private byLowerCase: Map<string, string> | undefined;
  /** True once an expression refers to the answers of the last saved submission. */
  usesLastSaved = false;

  constructor(
    root: FormRoot,
    metaQuestions: readonly FormQuestion[],
    private readonly log: ProblemLog,
  ) {
    for (const node of descendants(root)) this.register(node);
    for (const question of metaQuestions) if (!this.byName.has(question.name)) this.register(question);
  }

  /** Replaces every reference of an expression by its path, with a space on each side. */
  expression(source: string, context: ReferenceContext, tokens?: readonly Token[]): string {
    if (!source.includes('${')) return source;
    tokens ??= tokenize(source);
    const calls = new CallStack(context.inFilter ?? false, callsInstance(source, tokens));
    let result = '';
    for (const token of tokens) {
      result += this.tokenText(token, calls, context);
      calls.advance(token);
    }
    return result;
  }

  /** Replaces references and instance lookups in a text by `<output>` elements. */
  text(source: string, context: ReferenceContext): XmlContent {
    if (!source.includes('${') && !source.includes('instance(')) return source;
    return splitAtInstanceLookups(source).flatMap((piece, index) =>
      index % 2 === 1
        ? [element('output', { value: this.expression(piece, context) })]
        : this.withOutputs(piece, context),
    );
  }

  /** Finds the only node of a name; undefined when there is none or more than one. */
  find(name: string): FormNode | undefined {
    const [node, another] = this.byName.get(name) ?? [];
    return another === undefined ? node : undefined;
  }

  /** Like `find`, but reports a problem when there is none or more than one. */
  resolve(name: string, at: SourceLocation): FormNode | undefined {
    const nodes = this.byName.get(name) ?? [];
    if (nodes.length === 1) return nodes[0];
    return this.log.refuse(
      at,
      nodes.length === 0
        ? `There is no question, group or repeat named "${name}".${this.suggestion(name)}`
        : `More than one node is named "${name}" (rows ${formatRows(nodes)}). Rename all but one of them.`,
    );
  }

  /** Path from a context node to a node: if a repeat contains both, relative via their innermost group, else absolute. */
  pathFrom(from: ContextNode, target: FormNode): string {
    if (!shareRepeat(from, target)) return target.path;
    const steps = from.path.split('/');
    const goal = target.path.split('/');
    const depth = Math.min(steps.length, goal.length) - 1;
    let shared = 0;
    while (shared < depth && steps[shared] === goal[shared]) shared += 1;
    return [...Array<string>(steps.length - shared).fill('..'), ...goal.slice(shared)].join('/');
  }

  /** Path to all copies of a repeat, also from inside one of them. */
  allCopies(from: ContextNode, repeat: FormRepeat): string {
    return isInside(from, repeat)
      ? '../'.repeat(from.depth - repeat.depth + 1) + repeat.name
      : this.pathFrom(from, repeat);
  }

  private withOutputs(text: string, context: ReferenceContext): XmlNode[] {
    return splitAtReferences(text).flatMap((part, index): XmlNode[] => {
      if (index % 2 === 1) return [element('output', { value: this.path(readReference(part)!, context) })];
      if (part.includes('${')) this.refuseBroken(context.at);
      return part === '' ? [] : [part];
    });
  }

  private tokenText(token: Token, calls: CallStack, context: ReferenceContext): string {
    switch (token.kind) {
      case 'reference':
        return this.path(readReference(token.text)!, context, calls.requiresAbsolutePath, calls.inPredicate);
      case 'literal':
        // jr:choice-name(${q}, '${q}') needs the path inside the quotes too.
        return token.text.includes('${') ? this.literal(token.text, context, calls) : token.text;
      case 'broken-reference':
        this.refuseBroken(context.at);
        return token.text;
      default:
        return token.text;
    }
  }

  private literal(text: string, context: ReferenceContext, calls: CallStack): string {
    return splitAtReferences(text)
      .map((part, index) => {
        if (index % 2 === 1) return this.path(readReference(part)!, context, false, calls.inPredicate);
        if (part.includes('${')) this.refuseBroken(context.at);
        return part;
      })
      .join('');
  }

  private path(
    reference: Reference,
    context: ReferenceContext,
    absolute = false,
    viaCurrent = false,
  ): string {
    const target = this.resolve(reference.name, context.at);
    if (target === undefined) return ` \${${reference.name}} `;
    if (reference.lastSaved) {
      this.usesLastSaved = true;
      return ` instance('${LAST_SAVED_INSTANCE}')${target.path} `;
    }
    const { candidates } = context;
    if (candidates !== undefined && isInside(target, candidates.repeat)) {
      return ` ${pathBetween(candidates.path, target.path)} `;
    }
    const path = absolute ? target.path : this.pathFrom(context.from, target);
    const isRelative = path.startsWith('.');
    return isRelative && (viaCurrent || context.inFilter === true) ? ` current()/${path} ` : ` ${path} `;
  }

  private refuseBroken(at: SourceLocation): void {
    const [begin, end] = ['"${"', '"}"'];
    this.log.refuse(
      at,
      `A reference is broken: write ${begin}, the name of a question without spaces, then ${end}.`,
    );
  }

  private suggestion(name: string): string {
    this.byLowerCase ??= new Map([...this.byName.keys()].map((each) => [each.toLowerCase(), each]));
    const match = this.byLowerCase.get(name.toLowerCase());
    return match === undefined
      ? ' Check the spelling, or add it to the survey.'
      : ` Did you mean "${match}"?`;
  }

  private register(node: FormNode): void {
    const sameName = this.byName.get(node.name);
    if (sameName === undefined) this.byName.set(node.name, [node]);
    else sameName.push(node);
  }
}

function callsInstance(source: string, tokens: readonly Token[]): boolean {
  if (!source.includes('instance')) return false;
  return tokens.some((token) => token.kind === 'function' && functionName(token) === 'instance');
}

function formatRows(nodes: readonly FormNode[]): string {
  const rows = nodes.slice(0, 5).map(({ row }) => row);
  return nodes.length > 5 ? `${rows.join(', ')} and ${nodes.length - 5} more` : rows.join(', ');
}

/** Relative path between two absolute paths: `./b` or `../c/d`. */
function pathBetween(from: string, to: string): string {
  const steps = from.split('/');
  const goal = to.split('/');
  let shared = 0;
  while (shared < steps.length && steps[shared] === goal[shared]) shared += 1;
  const up = steps.length - shared;
  return [up === 0 ? '.' : Array<string>(up).fill('..').join('/'), ...goal.slice(shared)].join('/');
}

function shareRepeat(from: ContextNode, target: FormNode): boolean {
  for (let repeat = target.repeat; repeat !== null; repeat = repeat.repeat) {
    if (isInside(from, repeat)) return true;
  }
  return false;
}
