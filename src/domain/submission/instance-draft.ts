import { InvalidError } from '../errors';
import type { InstanceElement } from './instance-document';
import type { InstanceLimits } from './instance-limits';

/** Letters and digits of any script, as XML 1.0 has them for names. */
const NAME =
  /^(?:orx:)?[A-Z_a-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.\w\u00B7\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u037D\u037F-\u1FFF\u200C\u200D\u203F\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u;

/** Anything that XML 1.0 can't carry: control characters, half surrogate pairs, U+FFFE and U+FFFF. */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const ORX = 'http://openrosa.org/xforms';

/** What one instance may still grow by. */
class Budget {
  private nodes = 1;
  private pathCharacters = 0;

  constructor(private readonly limits: InstanceLimits) {}

  spend(depth: number, path: string): void {
    this.nodes += 1;
    this.pathCharacters += path.length;
    const { limits } = this;
    if (depth > limits.depth || this.nodes > limits.nodes || this.pathCharacters > limits.pathCharacters) {
      throw new InvalidError(
        'The submission has too many answers, too many levels or too long names. Send it in smaller parts.',
      );
    }
  }
}

/** An instance while it is built: groups are found again by name, so that keys may come in any order. */
export class InstanceDraft implements InstanceElement {
  readonly attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly children: InstanceDraft[] = [];
  text = '';
  private readonly byName = new Map<string, InstanceDraft>();
  private readonly repeated = new Set<string>();

  private constructor(
    readonly name: string,
    private readonly depth: number,
    private readonly budget: Budget,
    private readonly path: string,
  ) {}

  static root(name: string, limits: InstanceLimits): InstanceDraft {
    return new InstanceDraft(name, 1, new Budget(limits), '');
  }

  /** The group of that name, made when it is not there yet. */
  group(name: string): InstanceDraft {
    const known = this.byName.get(name);
    if (known === undefined) return this.named(name);
    if (known.text !== '') throw known.clash();
    return known;
  }

  /** A further copy of a repeat. */
  copy(name: string): InstanceDraft {
    const known = this.byName.get(name);
    if (known !== undefined) throw known.clash();
    this.repeated.add(name);
    return this.append(name);
  }

  /** A question with its answer. */
  answer(name: string, text: string): void {
    const known = this.byName.get(name);
    if (known !== undefined) throw known.clash();
    this.named(name).setText(text);
  }

  setText(text: string): void {
    if (this.children.length > 0) throw this.clash();
    const wrong = NOT_XML.exec(text)?.[0];
    if (wrong !== undefined) {
      const code = wrong.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
      throw new InvalidError(
        `The answer to "${this.path.slice(0, 100)}" contains the character U+${code}, which XML can't carry. Remove it and send again.`,
      );
    }
    this.text = text;
  }

  private named(name: string): InstanceDraft {
    const child = this.append(name);
    if (this.repeated.has(name)) throw child.clash();
    this.byName.set(name, child);
    return child;
  }

  private append(name: string): InstanceDraft {
    const path = this.path === '' ? name : `${this.path}/${name}`;
    if (!NAME.test(name)) {
      throw new InvalidError(
        `"${path.slice(0, 100)}" can't be a path of questions: "${name.slice(0, 100)}" is no XML name.`,
      );
    }
    this.budget.spend(this.depth + 1, path);
    if (this.text !== '') throw this.clash();
    const child = new InstanceDraft(name, this.depth + 1, this.budget, path);
    if (name.startsWith('orx:') && this.attributes['xmlns:orx'] === undefined)
      child.attributes['xmlns:orx'] = ORX;
    this.children.push(child);
    return child;
  }

  private clash(): InvalidError {
    return new InvalidError(`"${this.path.slice(0, 100)}" is given twice. Send each answer under one key.`);
  }
}
