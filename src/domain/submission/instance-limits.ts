/** Bounds on what is read from one instance, so that no input costs more than its size is worth. */
export interface InstanceLimits {
  /** Length of the XML in UTF-16 units. */
  readonly characters: number;
  /** Elements inside each other, the root included. */
  readonly depth: number;
  /** Elements, attributes and references (`&amp;`) together. */
  readonly nodes: number;
  /** Lengths of the paths of all elements together, each from the root: every answer is stored under its whole path. */
  readonly pathCharacters: number;
}

/** Room for any form that people fill in: ten megabytes is what collectors are told to send at most. */
export const INSTANCE_LIMITS: InstanceLimits = {
  characters: 10_000_000,
  depth: 100,
  nodes: 200_000,
  pathCharacters: 20_000_000,
};
