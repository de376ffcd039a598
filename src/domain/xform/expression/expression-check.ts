import { Token, tokenize } from './expression-tokens';

/**
 * Whether an expression is well-formed XPath 1.0, as far as its author can get it wrong: operands and operators in turn,
 * everything closed that is opened. Names of functions and nodes are not looked at.
 * @returns what is wrong, as the end of a sentence ("a parenthesis is never closed"); null when nothing is
 */
export function findSyntaxSlip(source: string): string | null {
  const check = new SyntaxCheck();
  for (const token of tokenize(source)) {
    if (token.kind === 'space') continue;
    const slip = check.take(token);
    if (slip !== null) return slip;
  }
  return check.finish();
}

const WORD_OPERATOR_CALL = /^(and|or|mod|div)\($/;

class SyntaxCheck {
  /** What is open, innermost last. */
  private readonly open: ('call' | '(' | '[')[] = [];
  /** True where an operand must come: at the beginning, behind an operator, behind what opens. */
  private wantsOperand = true;
  private previous: Token | null = null;

  take(token: Token): string | null {
    const slip = this.judge(token);
    this.previous = token;
    return slip;
  }

  finish(): string | null {
    const innermost = this.open.at(-1);
    if (innermost !== undefined) return innermost === '[' ? 'a "[" is never closed' : 'a "(" is never closed';
    // A lone slash is the root of the form.
    if (!this.wantsOperand || this.previous?.text === '/') return null;
    return this.previous === null ? 'it is empty' : `something is missing behind "${this.previous.text}"`;
  }

  private judge(token: Token): string | null {
    switch (token.kind) {
      case 'number':
        // "5 -3" reads as two numbers, but means a subtraction.
        return !this.wantsOperand && token.text.startsWith('-') ? null : this.operand(token);
      case 'reference':
      case 'literal':
      case 'date':
      case 'name':
        return this.operand(token);
      case 'function':
        return this.call(token);
      case '(':
        return this.opening(token, '(');
      case '[':
        if (this.wantsOperand) return 'a "[" has nothing before it to choose from';
        this.wantsOperand = true;
        this.open.push('[');
        return null;
      case ')':
      case ']':
        return this.closing(token);
      case ',':
        return this.comma();
      case 'operator':
        return this.operator(token);
      case 'step':
        return this.step(token);
      case 'broken-reference':
        return null; // told by whoever resolves the references
      case 'space':
        return null;
      case 'address':
      case 'other':
        return token.text === "'" || token.text === '"'
          ? `a quote (${token.text}) is never closed`
          : `"${token.text}" has no meaning here`;
    }
  }

  private operand(token: Token): string | null {
    if (!this.wantsOperand) return `an operator is missing before "${token.text}"`;
    this.wantsOperand = false;
    return null;
  }

  private call(token: Token): string | null {
    if (!this.wantsOperand && WORD_OPERATOR_CALL.test(token.text)) this.wantsOperand = true;
    return this.opening(token, 'call');
  }

  private opening(token: Token, kind: 'call' | '('): string | null {
    if (!this.wantsOperand) return `an operator is missing before "${token.text}"`;
    this.open.push(kind);
    return null;
  }

  private closing(token: Token): string | null {
    const opened = this.open.pop();
    if (opened === undefined || (opened === '[') !== (token.kind === ']')) {
      return `a "${token.kind}" closes nothing`;
    }
    const isEmptyCall = opened === 'call' && this.previous?.kind === 'function';
    if (this.wantsOperand && !isEmptyCall) return `something is missing before "${token.kind}"`;
    this.wantsOperand = false;
    return null;
  }

  private comma(): string | null {
    if (this.open.at(-1) !== 'call') return 'a "," stands outside the parentheses of a function';
    if (this.wantsOperand) return 'something is missing before ","';
    this.wantsOperand = true;
    return null;
  }

  private operator(token: Token): string | null {
    if (!this.wantsOperand) {
      this.wantsOperand = true;
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
        return this.wantsOperand ? null : `an operator is missing before "@"`;
      case '::':
        if (this.previous?.kind !== 'name') return 'a "::" has no axis before it';
        break;
    }
    // A slash or an axis, behind which the path goes on.
    this.wantsOperand = true;
    return null;
  }
}
