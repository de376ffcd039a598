import { Token, functionName } from './expression-tokens';

/**
 * Checks that an expression is well-formed XPath 1.0: operands and operators alternate, parentheses and brackets match.
 * Names of functions and nodes are not checked.
 * @returns the error as the end of a sentence ("a parenthesis is never closed"); null for a valid expression
 */
export function findSyntaxError(tokens: readonly Token[]): string | null {
  const check = new SyntaxCheck();
  for (const token of tokens) {
    if (token.kind === 'space') continue;
    const error = check.read(token);
    if (error !== null) return error;
  }
  return check.finish();
}

const ENDS_ROOT = /^([)\],+=|<>]|!=|<=|>=)$/;

class SyntaxCheck {
  private readonly open: ('call' | '(' | '[')[] = [];
  /** True where an operand must follow: at the start, after an operator, after an opening token. */
  private expectsOperand = true;
  private previous: Token | null = null;
  /** True after a slash that begins a path; alone it is the root of the form. */
  private atRoot = false;

  read(token: Token): string | null {
    if (this.atRoot && ENDS_ROOT.test(token.text)) this.expectsOperand = false;
    this.atRoot = token.text === '/' && this.expectsOperand && this.previous?.text !== '/';
    const error = this.check(token);
    this.previous = token;
    return error;
  }

  finish(): string | null {
    const innermost = this.open.at(-1);
    if (innermost !== undefined) return innermost === '[' ? 'a "[" is never closed' : 'a "(" is never closed';
    if (!this.expectsOperand || this.atRoot) return null;
    return this.previous === null ? 'it is empty' : `something is missing after "${this.previous.text}"`;
  }

  private check(token: Token): string | null {
    switch (token.kind) {
      case 'number':
      case 'date':
        // "5 -3" is tokenized as two numbers but is a subtraction.
        return !this.expectsOperand && token.text.startsWith('-') ? null : this.operand(token);
      case 'reference':
      case 'literal':
      case 'name':
        return this.operand(token);
      case 'function':
        return this.openToken(token, 'call');
      case '(':
        return this.openToken(token, '(');
      case '[':
        if (this.expectsOperand) return 'a "[" has nothing before it to choose from';
        this.expectsOperand = true;
        this.open.push('[');
        return null;
      case ')':
      case ']':
        return this.closeToken(token);
      case ',':
        return this.comma();
      case 'operator':
        return this.operator(token);
      case 'step':
        return this.step(token);
      case 'broken-reference':
        return null; // reported when references are resolved
      case 'space':
        return null;
      case 'address':
      case 'other':
        if (token.text === '^')
          return `"${token.text}" has no meaning here; write a power as pow(base, exponent)`;
        return token.text === "'" || token.text === '"'
          ? `a quote (${token.text}) is never closed`
          : `"${token.text}" has no meaning here`;
    }
  }

  private operand(token: Token): string | null {
    if (!this.expectsOperand) return `an operator is missing before "${token.text}"`;
    this.expectsOperand = false;
    return null;
  }

  private openToken(token: Token, kind: 'call' | '('): string | null {
    if (!this.expectsOperand) return `an operator is missing before "${token.text}"`;
    this.open.push(kind);
    return null;
  }

  private closeToken(token: Token): string | null {
    const opened = this.open.pop();
    if (opened === undefined || (opened === '[') !== (token.kind === ']')) {
      return `a "${token.kind}" closes nothing`;
    }
    const isEmptyCall = opened === 'call' && this.previous?.kind === 'function';
    if (this.expectsOperand && !isEmptyCall) return `something is missing before "${token.kind}"`;
    this.expectsOperand = false;
    return null;
  }

  private comma(): string | null {
    if (this.open.at(-1) !== 'call') return 'a "," is outside the parentheses of a function';
    if (this.expectsOperand) return 'something is missing before ","';
    this.expectsOperand = true;
    return null;
  }

  private operator(token: Token): string | null {
    if (!this.expectsOperand) {
      this.expectsOperand = true;
      return null;
    }
    if (token.text === '-') return null;
    if (token.text === '*') return this.operand(token);
    return `something is missing before "${token.text}"`;
  }

  private step(token: Token): string | null {
    switch (token.text) {
      case '.':
      case '..':
        return this.operand(token);
      case '@':
        return this.expectsOperand ? null : `an operator is missing before "@"`;
      case '::':
        if (this.previous?.kind !== 'name') return 'a "::" has no axis before it';
        break;
    }
    this.expectsOperand = true;
    return null;
  }
}

/** Arguments of indexed-repeat() that are nodesets, counted from 0; the others are positions. */
const ABSOLUTE_ARGUMENTS: ReadonlySet<number> = new Set([0, 1, 3, 5]);

interface OpenCall {
  readonly name: string;
  argument: number;
  /** True inside a predicate, whose context node is not the one of the expression. */
  readonly inPredicate: boolean;
}

/** Tracks the nesting of calls and predicates while an expression is read token by token. */
export class CallStack {
  private readonly calls: OpenCall[] = [];
  private top: OpenCall;

  /**
   * @param inFilter whether the whole expression is a predicate
   * @param readsInstance whether the expression calls instance(); as in pyxform, only then predicates count as such
   */
  constructor(
    inFilter: boolean,
    private readonly readsInstance: boolean,
  ) {
    this.top = { name: '', argument: 0, inPredicate: inFilter };
  }

  get requiresAbsolutePath(): boolean {
    return this.top.name === 'indexed-repeat' && ABSOLUTE_ARGUMENTS.has(this.top.argument);
  }

  get inPredicate(): boolean {
    return this.top.inPredicate;
  }

  advance(token: Token): void {
    switch (token.kind) {
      case 'function':
        this.enter(functionName(token), this.top.inPredicate);
        break;
      case '(':
        this.enter('', this.top.inPredicate);
        break;
      case '[':
        this.enter('[', this.top.inPredicate || this.readsInstance);
        break;
      case ')':
      case ']':
        this.top = this.calls.pop() ?? this.top;
        break;
      case ',':
        this.top.argument++;
        break;
      default:
    }
  }

  private enter(name: string, inPredicate: boolean): void {
    this.calls.push(this.top);
    this.top = { name, argument: 0, inPredicate };
  }
}
