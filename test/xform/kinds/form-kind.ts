import type fc from 'fast-check';
import type { LooseRow } from '../../../src/domain/content/standard/loose-content';

/** A form made by chance, and what the engine must make of it. */
export interface KindForm {
  readonly survey: readonly LooseRow[];
  readonly choices?: readonly LooseRow[];
  readonly entities?: readonly LooseRow[];
  readonly files?: Readonly<Record<string, string>>;
  /** What is done and asked, as sample forms write it. */
  readonly fill: readonly string[];
}

/** Forms that have one thing in common, and differ in all else. */
export interface FormKind {
  readonly name: string;
  readonly forms: fc.Arbitrary<KindForm>;
}

/** Where some rows of a form stand: at the top, in a group, in a repeat, or in a group of a repeat. */
export interface Surroundings {
  readonly group: boolean;
  readonly repeat: boolean;
}

/** The rows with their surroundings. */
export function surround({ group, repeat }: Surroundings, rows: readonly LooseRow[]): LooseRow[] {
  const inGroup = group ? [container('begin_group', 'g'), ...rows, { type: 'end_group' }] : [...rows];
  return repeat ? [container('begin_repeat', 'r'), ...inGroup, { type: 'end_repeat' }] : inGroup;
}

/** Path of what stands in such surroundings. @param copy of the repeat, from 1 */
export function pathIn({ group, repeat }: Surroundings, copy = 1): string {
  return `/data${repeat ? `/r[${copy}]` : ''}${group ? '/g' : ''}`;
}

/** The copies that are filled in such surroundings, and the step that adds all but the first. */
export function copiesIn({ repeat }: Surroundings): { readonly copies: number[]; readonly adding: string[] } {
  return repeat ? { copies: [1, 2], adding: ['add a copy of /data/r'] } : { copies: [1], adding: [] };
}

function container(type: string, name: string): LooseRow {
  return { type, name, label: `About ${name}` };
}
