import { Token } from './expression-tokens';

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
export class CallStack {
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
