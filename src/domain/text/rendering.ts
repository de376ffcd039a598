export interface Sized {
  /** Memory use in bytes. */
  readonly byteSize: number;
}

/** A pure function of the row read. Its name is part of the cache key: equal names produce equal texts. */
export interface Rendering<Read, Text extends Sized> {
  readonly name: string;
  readonly of: (read: Read) => Text;
}
