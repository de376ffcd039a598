/** Text that may be kept. */
export interface Weighed {
  /** Bytes of memory that it takes. */
  readonly weight: number;
}

/** How what was read is shown: alike names make alike texts of the same. */
export interface Rendering<Read, Text extends Weighed> {
  readonly name: string;
  readonly of: (read: Read) => Text;
}
