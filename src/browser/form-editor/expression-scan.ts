/** Reads which rows, lists and literals an expression is about, by its paths and references. */
import {
  functionName,
  readReference,
  type Token,
  tokenize,
} from '../../domain/xform/expression/expression-tokens';
import type { FormNode, FormTree } from './form-nodes';

/** Value of an operand, as far as it is known. */
export type Operand =
  | { readonly kind: 'node'; readonly node: FormNode }
  /** A column of the choices of a list: in a filter, or in a predicate of its instance. */
  | { readonly kind: 'column'; readonly list: string; readonly column: string }
  /** Choices of a list: the instance, and its root and items. */
  | { readonly kind: 'items'; readonly list: string }
  | {
      readonly kind: 'literal';
      readonly token: Token;
      readonly text: string;
      /** Names with spaces between, one of which `selected()` finds. */
      readonly isSet?: boolean;
    };

type Cursor = Operand | undefined;

/** Step of a path with a name; without a node if it leads to no row of the form, or to an unknown place. */
export interface NamedStep {
  readonly name: string;
  readonly start: number;
  readonly node: FormNode | undefined;
}

export interface Scan {
  readonly tokens: readonly Token[];
  readonly steps: readonly NamedStep[];
  /** Operands that are compared, by an operator or by `selected()`. */
  readonly pairs: readonly (readonly [Operand, Operand])[];
  /** Operands that are compared or calculated with together, such as those of a sum and what it is compared with. */
  readonly terms: readonly (readonly Cursor[])[];
  /** All operands that are rows. */
  readonly nodes: ReadonlySet<FormNode>;
  /** Lists whose columns are read. */
  readonly lists: ReadonlySet<string>;
}

export interface ScanContext {
  readonly tree: FormTree;
  /** Node that the expression belongs to, such as the question with the condition. */
  readonly at: FormNode;
  /** List whose choices the expression filters. */
  readonly filtered?: string | undefined;
}

/** Calls whose value is an answer of their first argument. */
const ANSWER_OF_FIRST = new Set('selected-at indexed-repeat string normalize-space coalesce once'.split(' '));
/** Calls that calculate with their first argument. */
const NUMERIC = new Set(['', 'number', 'int', 'round']);
const SELECTED = new Set(['selected', 'is-selected']);
/** Its second argument is a path in quotes; other quoted texts are not, though they may begin with a slash. */
const CHOICE_NAME = 'jr:choice-name';

/** Operators since an opening parenthesis or a comma. */
interface Operation {
  /** Operand before the last comparison. */
  readonly left: Cursor;
  /** Whether the operand is part of a calculation, such as a sum: then its value is not what is compared. */
  readonly isCalculated: boolean;
  /** Whether there are any: the value is not that of an operand. */
  readonly hasOperator: boolean;
  /** Operands since the last `and` or `or`. */
  readonly terms: readonly Cursor[];
}

const NO_OPERATION: Operation = { left: undefined, isCalculated: false, hasOperator: false, terms: [] };

interface Frame {
  /** Value that relative paths start from; undefined if unknown. */
  readonly context: Cursor;
  readonly opener: 'call' | 'predicate';
  readonly name: string;
  /** Value before a predicate. */
  readonly before: Cursor;
  readonly arguments: Cursor[];
}

/** Scans an expression once. Unknown parts are skipped. */
export function scanExpression(source: string, context: ScanContext): Scan {
  return new Scanner(context, tokenize(source)).scan();
}

class Scanner {
  private readonly steps: NamedStep[] = [];
  private readonly pairs: (readonly [Operand, Operand])[] = [];
  private readonly terms: (readonly Cursor[])[] = [];
  private readonly nodes = new Set<FormNode>();
  private readonly lists = new Set<string>();
  private readonly frames: Frame[];
  private cursor: Cursor;
  /** Whether a path goes on with the next token. */
  private expectsStep = false;
  private isDeep = false;
  /** For each open parenthesis. */
  private readonly operations: Operation[] = [NO_OPERATION];
  /** Whether the operand has begun: a slash goes on with its path, though it leads to an unknown place. */
  private isPathStarted = false;

  constructor(
    private readonly context: ScanContext,
    private readonly tokens: readonly Token[],
  ) {
    const { at, filtered } = context;
    const start: Operand =
      filtered === undefined ? { kind: 'node', node: at } : { kind: 'items', list: filtered };
    this.frames = [{ context: start, opener: 'call', name: '', before: undefined, arguments: [] }];
  }

  scan(): Scan {
    for (const token of this.tokens) if (token.kind !== 'space') this.read(token);
    this.endOperation();
    const { tokens, steps, pairs, terms, nodes, lists } = this;
    return { tokens, steps, pairs, terms, nodes, lists };
  }

  private get frame(): Frame {
    return this.frames.at(-1)!;
  }

  private read(token: Token): void {
    switch (token.kind) {
      case 'step':
        return this.readStep(token.text);
      case 'name':
        return this.readName(token);
      case 'reference': {
        const node = this.context.tree.byName(readReference(token.text)!.name);
        return this.setCursor(node && { kind: 'node', node });
      }
      case 'literal':
        if (this.frame.name === CHOICE_NAME) this.readPathIn(token);
        return this.setCursor({ kind: 'literal', token, text: token.text.slice(1, -1) });
      case 'number':
        return this.setCursor({ kind: 'literal', token, text: token.text });
      case 'function':
        return this.open('call', functionName(token));
      case '(':
        return this.open('call', '');
      case '[':
        return this.open('predicate', '');
      case ')':
      case ']':
        return this.close();
      case ',':
        this.frame.arguments.push(this.endOperation());
        this.operations.push(NO_OPERATION);
        this.cursor = undefined;
        return;
      case 'operator':
        return this.readOperator(token.text);
      default:
        return this.setCursor(undefined);
    }
  }

  private setCursor(cursor: Cursor): void {
    this.cursor = cursor;
    this.expectsStep = false;
    this.isDeep = false;
  }

  private readStep(text: string): void {
    if (text === '/' || text === '//') {
      if (this.isAtStart) this.cursor = { kind: 'node', node: this.context.tree.document };
      this.expectsStep = true;
      this.isDeep = text === '//';
    } else if (text === '.') this.setCursor(this.expectsStep ? this.cursor : this.frame.context);
    else if (text === '..') {
      const from = this.expectsStep ? this.cursor : this.frame.context;
      const parent = from?.kind === 'node' ? from.node.parent : undefined;
      this.setCursor(parent && { kind: 'node', node: parent });
      this.isPathStarted = true;
    } else {
      this.setCursor(undefined);
      this.expectsStep = true;
    }
    if (text !== '@' && text !== '::') this.isPathStarted = true;
  }

  private get isAtStart(): boolean {
    return this.cursor === undefined && !this.isPathStarted;
  }

  private readName({ text: name, start }: Token): void {
    const from = this.expectsStep ? this.cursor : this.frame.context;
    const isStep = this.expectsStep;
    const isDeep = this.isDeep;
    this.setCursor(undefined);
    this.isPathStarted = true;
    if (from?.kind === 'items') {
      const isItem = isStep && (name === 'root' || name === 'item');
      this.cursor = isItem ? from : { kind: 'column', list: from.list, column: name };
      this.lists.add(from.list);
      return;
    }
    const node = from?.kind === 'node' ? this.context.tree.step(from.node, name, isDeep) : undefined;
    if (node !== undefined) this.cursor = { kind: 'node', node };
    if (node !== undefined || isStep) this.steps.push({ name, start, node });
  }

  private readOperator(text: string): void {
    // "*" as the step of a path.
    if (text === '*' && this.expectsStep) return this.setCursor(undefined);
    const isLogical = text === 'and' || text === 'or';
    const isComparison = text === '=' || text === '!=';
    if (isLogical || isComparison) this.endOperand();
    else this.endPath();
    const { isCalculated, terms } = this.operations.at(-1)!;
    if (isLogical) this.terms.push([...terms, this.cursor]);
    this.operations[this.operations.length - 1] = {
      left: isComparison && !isCalculated ? this.cursor : undefined,
      isCalculated: !isLogical && !isComparison,
      hasOperator: true,
      terms: isLogical ? [] : [...terms, this.cursor],
    };
    this.startOperand();
  }

  private startOperand(): void {
    this.setCursor(undefined);
    this.isPathStarted = false;
  }

  /** Pairs the operand that ends here with the one before the operator. */
  private endOperand(): void {
    this.endPath();
    const { left, isCalculated } = this.operations.at(-1)!;
    if (left !== undefined && this.cursor !== undefined && !isCalculated)
      this.pairs.push([left, this.cursor]);
  }

  /** Ends the operations since a parenthesis or a comma. @returns their value */
  private endOperation(): Cursor {
    this.endOperand();
    const { hasOperator, terms } = this.operations.pop()!;
    this.terms.push([...terms, this.cursor]);
    return hasOperator ? undefined : this.cursor;
  }

  private endPath(): void {
    if (this.cursor?.kind === 'node') this.nodes.add(this.cursor.node);
    this.isPathStarted = false;
    this.expectsStep = false;
  }

  private open(opener: Frame['opener'], name: string): void {
    const before = this.cursor;
    const context = opener === 'predicate' ? before : this.frame.context;
    this.frames.push({ context, opener, name, before, arguments: [] });
    this.operations.push(NO_OPERATION);
    this.startOperand();
  }

  private close(): void {
    if (this.frames.length === 1) return this.setCursor(undefined);
    const last = this.endOperation();
    const { opener, name, before, arguments: values } = this.frames.pop()!;
    if (opener === 'call' && NUMERIC.has(name)) this.addTerms(this.terms.at(-1)!);
    const [first, second] = [...values, last];
    if (opener === 'call' && SELECTED.has(name) && first !== undefined && second !== undefined)
      this.pairs.push([first.kind === 'literal' ? { ...first, isSet: true } : first, second]);
    this.setCursor(opener === 'predicate' ? before : this.valueOf(name, first));
    this.isPathStarted = true;
  }

  private addTerms(inner: readonly Cursor[]): void {
    const operation = this.operations.pop()!;
    this.operations.push({ ...operation, terms: [...operation.terms, ...inner] });
  }

  private valueOf(name: string, first: Cursor): Cursor {
    if (name === 'current') return { kind: 'node', node: this.context.at };
    if (name === 'instance' && first?.kind === 'literal') return { kind: 'items', list: first.text };
    return name === '' || ANSWER_OF_FIRST.has(name) ? first : undefined;
  }

  /** Steps of a path in quotes, as the second argument of jr:choice-name() is. */
  private readPathIn({ text, start }: Token): void {
    const path = text.slice(1, -1);
    if (!/^(?:\.{1,2})?\//.test(path)) return;
    const { steps } = scanExpression(path, this.context);
    this.steps.push(
      ...steps.filter(({ node }) => node).map((step) => ({ ...step, start: start + 1 + step.start })),
    );
  }
}
