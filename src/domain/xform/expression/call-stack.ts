import { Token } from './expression-tokens';

/** Arguments of indexed-repeat() that are nodesets, counted from 0; the others are positions. */
const ABSOLUTE_ARGUMENTS: ReadonlySet<number> = new Set([0, 1, 3, 5]);

interface OpenCall {
  readonly name: string;
  argument: number;
  readonly inPredicate: boolean;
  /** True while a path that begins with instance(…) is read. */
  instancePath: boolean;
}

/** Tracks the nesting of calls and predicates while an expression is read token by token. */
export class CallStack {
  private readonly calls: OpenCall[] = [];
  private top: OpenCall;

  constructor(inFilter: boolean) {
    this.top = { name: '', argument: 0, inPredicate: inFilter, instancePath: false };
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
        this.exit();
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

  private exit(): void {
    const closed = this.top;
    this.top = this.calls.pop() ?? closed;
    if (closed.name === 'instance') this.top.instancePath = true;
  }
}
