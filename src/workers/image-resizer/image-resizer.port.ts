import type { Readable } from 'node:stream';

export interface ResizedImage {
  readonly bytes: Buffer;
  readonly mimetype: string;
}

/** Resizes images outside the event loop. */
export abstract class ImageResizer {
  /**
   * Scales down, auto-orients and strips metadata. JPEG, PNG and WebP keep their format; others become JPEG.
   * @param maxSide longest side in pixels; smaller images are not enlarged
   * @returns undefined unless the bytes are a supported image
   * @throws InvalidError beyond the pixel limit, UnavailableError when the queue is full
   */
  abstract resize(image: Readable, maxSide: number): Promise<ResizedImage | undefined>;
}
