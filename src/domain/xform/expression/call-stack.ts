import { functionName, Token } from './expression-tokens';

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
