/** Limits of one instance, against XML bombs. */
export interface InstanceLimits {
  /** XML length in UTF-16 units. */
  readonly characters: number;
  readonly depth: number;
  /** Total of elements, attributes and references (`&amp;`). */
  readonly nodes: number;
  /** Total length of the full paths of all elements, under which answers are stored. */
  readonly pathCharacters: number;
}

/** Defaults: ten million characters match the size limit announced to collectors. */
export const INSTANCE_LIMITS: InstanceLimits = {
  characters: 10_000_000,
  depth: 100,
  nodes: 200_000,
  pathCharacters: 20_000_000,
};
