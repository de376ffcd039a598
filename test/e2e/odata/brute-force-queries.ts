import type { Random } from '../../fixtures/random';
import {
  TYPES,
  SAMPLES,
  type ExpectedRow,
  inZone,
  type Kind,
  type SetName,
  type Value,
  readAs,
} from './brute-force-odata';

export interface Condition {
  readonly text: string;
  readonly holds: (row: ExpectedRow) => boolean;
}

export interface Sort {
  readonly name: string;
  readonly descending: boolean;
}

export function startOf(_set: SetName): Condition {
  return { text: '', holds: () => true };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

function compared(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

function literalOf(kind: Kind, text: string, constant: Value): string {
  switch (kind) {
    case 'text':
      return quoted(text);
    case 'number':
      return String(constant);
    case 'moment':
      return inZone(text, 'Z');
    default:
      return text;
  }
}

const RELATIONS: Readonly<Record<string, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
};

function leaf(random: Random, set: SetName): Condition {
  const [name, kind] = random.pick(Object.entries(TYPES[set]));
  const value = (row: ExpectedRow): Value | null => row.typed[name]!;
  if (random.chance(0.15)) {
    const isNull = random.chance(0.5);
    return { text: `${name} ${isNull ? 'eq' : 'ne'} null`, holds: (row) => (value(row) === null) === isNull };
  }
  const samples = SAMPLES[name.replace(/_.*/, '')]!;
  const text = name.startsWith('place_') ? random.pick(['-3.35', '1', '4.5', '3']) : random.pick(samples);
  const constant = text === '' ? null : readAs(kind, text, 'Z');
  if (constant === null) return leaf(random, set);
  if (kind === 'text' && random.chance(0.5)) return textual(random, name, text.slice(0, 3), value);
  const literal = literalOf(kind, text, constant);
  if (random.chance(0.2)) {
    return {
      text: `${name} ne ${literal}`,
      holds: (row) => value(row) === null || compared(value(row)!, constant) !== 0,
    };
  }
  const relation = random.pick(Object.keys(RELATIONS));
  return {
    text: `${name} ${relation} ${literal}`,
    holds: (row) => value(row) !== null && RELATIONS[relation]!(compared(value(row)!, constant)),
  };
}

function textual(
  random: Random,
  name: string,
  part: string,
  value: (row: ExpectedRow) => Value | null,
): Condition {
  const test = random.pick(['contains', 'startswith', 'endswith'] as const);
  const isFolded = random.chance(0.3);
  const searched = isFolded ? part.toLowerCase() : part;
  const method = { contains: 'includes', startswith: 'startsWith', endswith: 'endsWith' } as const;
  return {
    text: `${test}(${isFolded ? `tolower(${name})` : name},${quoted(searched)})`,
    holds: (row) => {
      const text = value(row);
      return typeof text === 'string' && (isFolded ? text.toLowerCase() : text)[method[test]](searched);
    },
  };
}

function condition(random: Random, set: SetName, depth: number): Condition {
  if (depth === 0 || random.chance(0.4)) return leaf(random, set);
  if (random.chance(0.25)) {
    const inner = condition(random, set, depth - 1);
    return { text: `not (${inner.text})`, holds: (row) => !inner.holds(row) };
  }
  const [one, other] = [condition(random, set, depth - 1), condition(random, set, depth - 1)];
  return random.chance(0.5)
    ? { text: `(${one.text} and ${other.text})`, holds: (row) => one.holds(row) && other.holds(row) }
    : { text: `(${one.text} or ${other.text})`, holds: (row) => one.holds(row) || other.holds(row) };
}

function order(random: Random, set: SetName): Sort[] {
  const names = Object.keys(TYPES[set]);
  return Array.from({ length: random.between(0, 2) }, () => ({
    name: random.pick(names),
    descending: random.chance(0.5),
  }));
}

export const ANSWERS = { condition, order };

/** Null sorts first, or last when descending; then by number and index. Texts compare by their first 200 characters. */
export function sorted(rows: readonly ExpectedRow[], by: readonly Sort[]): ExpectedRow[] {
  return [...rows].sort((one, other) => {
    for (const { name, descending } of by) {
      const [left, right] = [one.typed[name]!, other.typed[name]!].map((value) =>
        typeof value === 'string' ? [...value].slice(0, 200).join('') : value,
      );
      const difference =
        left === null || right === null
          ? Number(right === null) - Number(left === null)
          : compared(left!, right!);
      if (difference !== 0) return descending ? -difference : difference;
    }
    return one.position[0] - other.position[0] || one.position[1] - other.position[1];
  });
}
