import type { Readable } from 'node:stream';

/** An image made smaller. */
export interface SmallImage {
  readonly bytes: Buffer;
  readonly mimetype: string;
}

/** Makes images smaller, away from the event loop. */
export abstract class ImageShrinker {
  /**
   * Upright, and without what the camera noted of time and place. JPEG, PNG and WebP stay what they are; others become JPEG.
   * @param longestSide in pixels; an image that is smaller is not made larger
   * @returns undefined for what is no image that can be read here
   * @throws InvalidError for more pixels than are unpacked, UnavailableError when too many images wait
   */
  abstract shrink(image: Readable, longestSide: number): Promise<SmallImage | undefined>;
}
