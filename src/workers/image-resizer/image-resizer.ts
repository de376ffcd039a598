import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { Metadata } from 'sharp';
import { Semaphore } from '../../concurrency/limits';
import { InvalidError, UnavailableError } from '../../domain/errors';

export interface ResizedImage {
  readonly bytes: Buffer;
  readonly mimetype: string;
}

/** A decoded image of this size takes up to 300 MB; phone photos are smaller. */
const MAX_PIXELS = 50_000_000;
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 32;
const TIMEOUT_S = 20;

/** Allowlist of libvips loaders; files cannot select others. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'];

const TOO_LARGE = `The image has more than ${MAX_PIXELS / 1_000_000} million pixels, the limit for resizing. Download the original.`;
const TOO_BUSY = 'Too many images are being resized. Retry in a few seconds.';

type Sharp = typeof import('sharp');
let loaded: Promise<Sharp> | undefined;

/** Loads libvips with the first image, to keep start-up fast and memory low without images. */
function loadSharp(): Promise<Sharp> {
  return (loaded ??= import('sharp').then(({ default: sharp }) => {
    // Files are rarely read twice in a row: a cache would only waste memory.
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}`) });
    return sharp;
  }));
}

/** Resizes images with libvips in libuv's thread pool. Limits concurrency, so that other work there is not starved. */
@Injectable()
export class ImageResizer {
  private readonly semaphore = new Semaphore({
    maxConcurrent: MAX_CONCURRENT,
    maxQueued: MAX_QUEUED,
    queueFull: () => new UnavailableError(TOO_BUSY),
  });

  /**
   * Scales down, auto-orients and strips metadata. JPEG, PNG and WebP keep their format; others become JPEG.
   * @param maxSide longest side in pixels; smaller images are not enlarged
   * @returns undefined unless the bytes are a supported image
   * @throws InvalidError beyond the pixel limit, UnavailableError when the queue is full
   */
  resize(image: Readable, maxSide: number): Promise<ResizedImage | undefined> {
    return this.semaphore.run(async () => resizeBytes(await buffer(image), maxSide));
  }
}

async function resizeBytes(bytes: Buffer, maxSide: number): Promise<ResizedImage | undefined> {
  if (bytes.length === 0) return undefined;
  const sharp = await loadSharp();
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'truncated' });
  const metadata = await image.metadata().catch(() => undefined);
  if (metadata === undefined) return undefined;
  // Checked by the file's header, before decoding.
  if (metadata.width * metadata.height > MAX_PIXELS) throw new InvalidError(TOO_LARGE);
  const format = formatOf(metadata);
  const resized = image
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .timeout({ seconds: TIMEOUT_S });
  const result = await resized.toBuffer().catch(() => undefined);
  return result && { bytes: result, mimetype: `image/${format}` };
}

function formatOf({ format }: Metadata): 'jpeg' | 'png' | 'webp' {
  return format === 'png' || format === 'webp' ? format : 'jpeg';
}
