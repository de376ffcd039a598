import { InvalidError } from '../errors';
import {
  assertElementName,
  assertElementText,
  type InstanceElement,
  type InstanceLimits,
} from './instance-document';

const ORX = 'http://openrosa.org/xforms';

class SizeBudget {
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

/** Builds an instance tree; groups are indexed by name, so that keys may come in any order. */
export class InstanceBuilder implements InstanceElement {
  readonly attributes: Record<string, string> = Object.create(null) as Record<string, string>;
  readonly children: InstanceBuilder[] = [];
  text = '';
  private readonly byName = new Map<string, InstanceBuilder>();
  private readonly repeatNames = new Set<string>();

  private constructor(
    readonly name: string,
    private readonly depth: number,
    private readonly budget: SizeBudget,
    private readonly path: string,
  ) {}

  static root(name: string, limits: InstanceLimits): InstanceBuilder {
    return new InstanceBuilder(name, 1, new SizeBudget(limits), '');
  }

  group(name: string): InstanceBuilder {
    const existing = this.byName.get(name);
    if (existing === undefined) return this.appendUnique(name);
    if (existing.text !== '') throw existing.duplicateError();
    return existing;
  }

  addRepeatInstance(name: string): InstanceBuilder {
    const existing = this.byName.get(name);
    if (existing !== undefined) throw existing.duplicateError();
    this.repeatNames.add(name);
    return this.append(name);
  }

  addAnswer(name: string, text: string): void {
    const existing = this.byName.get(name);
    if (existing !== undefined) throw existing.duplicateError();
    this.appendUnique(name).setText(text);
  }

  setText(text: string): void {
    if (this.children.length > 0) throw this.duplicateError();
    assertElementText(text, this.path);
    this.text = text;
  }

  private appendUnique(name: string): InstanceBuilder {
    const child = this.append(name);
    if (this.repeatNames.has(name)) throw child.duplicateError();
    this.byName.set(name, child);
    return child;
  }

  private append(name: string): InstanceBuilder {
    const path = this.path === '' ? name : `${this.path}/${name}`;
    assertElementName(name, path);
    this.budget.spend(this.depth + 1, path);
    if (this.text !== '') throw this.duplicateError();
    const child = new InstanceBuilder(name, this.depth + 1, this.budget, path);
    if (name.startsWith('orx:') && this.attributes['xmlns:orx'] === undefined)
      child.attributes['xmlns:orx'] = ORX;
    this.children.push(child);
    return child;
  }

  private duplicateError(): InvalidError {
    return new InvalidError(`"${this.path.slice(0, 100)}" is given twice. Send each answer under one key.`);
  }
}
