import { InvalidError } from '../errors';
import { assertElementName, assertElementText } from './element-text';
import type { InstanceElement } from './instance-document';
import type { InstanceLimits } from './instance-limits';

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
    assertElementText(text, this.path);
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
    assertElementName(name, path);
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
