import type fc from 'fast-check';
import type { RawRow } from '../../../src/domain/content/standard/raw-content';

/** Random form with the steps to run in the engine. */
export interface KindForm {
  readonly survey: readonly RawRow[];
  readonly choices?: readonly RawRow[];
  readonly entities?: readonly RawRow[];
  readonly files?: Readonly<Record<string, string>>;
  readonly fill: readonly string[];
}

export interface FormKind {
  readonly name: string;
  readonly forms: fc.Arbitrary<KindForm>;
}

/** Position of rows: in the root, in a group, in a repeat, or in a group of a repeat. */
export interface Position {
  readonly group: boolean;
  readonly repeat: boolean;
}

export function surround({ group, repeat }: Position, rows: readonly RawRow[]): RawRow[] {
  const inGroup = group ? [container('begin_group', 'g'), ...rows, { type: 'end_group' }] : [...rows];
  return repeat ? [container('begin_repeat', 'r'), ...inGroup, { type: 'end_repeat' }] : inGroup;
}

/** Path of the container at a position. @param copy number of the repeat copy, from 1 */
export function pathIn({ group, repeat }: Position, copy = 1): string {
  return `/data${repeat ? `/r[${copy}]` : ''}${group ? '/g' : ''}`;
}

/** Repeat copies to fill at a position, and the steps that add them. */
export function copiesIn({ repeat }: Position): { readonly copies: number[]; readonly adding: string[] } {
  return repeat ? { copies: [1, 2], adding: ['add a copy of /data/r'] } : { copies: [1], adding: [] };
}

function container(type: string, name: string): RawRow {
  return { type, name, label: `About ${name}` };
}
