import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { Metadata } from 'sharp';
import { InvalidError, UnavailableError } from '../../domain/errors';
import { ImageShrinker, type SmallImage } from './image-shrinker.port';

/** Unpacked, such an image takes some 300 MB in the worst of the formats; cameras of phones stay below. */
const MOST_PIXELS = 50_000_000;
const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;
const MOST_SECONDS = 20;

/** Formats that are read, by libvips' names of their loaders; a file never chooses another one. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'];

const TOO_LARGE = `The image has more than the ${MOST_PIXELS / 1_000_000} million pixels that are made smaller here; download the original.`;
const TOO_BUSY = 'The service makes too many images smaller at the moment; try again in a few seconds.';

type Sharp = typeof import('sharp');
let loaded: Promise<Sharp> | undefined;

/** When the first image comes: who serves none should not wait for libvips, nor hold it in memory. */
function libvips(): Promise<Sharp> {
  return (loaded ??= import('sharp').then(({ default: sharp }) => {
    // The same file is never read twice in a row; what was unpacked is given back at once.
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS.map((loader) => `VipsForeignLoad${loader}`) });
    return sharp;
  }));
}

/** By libvips, in the threads of libuv; so few at a time that others find one too. */
@Injectable()
export class SharpImageShrinker extends ImageShrinker {
  private working = 0;
  private readonly waiting: (() => void)[] = [];

  async shrink(image: Readable, longestSide: number): Promise<SmallImage | undefined> {
    await this.turn();
    try {
      return await shrinkBytes(await buffer(image), longestSide);
    } finally {
      this.working -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    if (this.working >= MOST_AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw new UnavailableError(TOO_BUSY);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.working += 1;
  }
}

async function shrinkBytes(bytes: Buffer, longestSide: number): Promise<SmallImage | undefined> {
  if (bytes.length === 0) return undefined;
  const sharp = await libvips();
  const image = sharp(bytes, { limitInputPixels: false, failOn: 'truncated' });
  const facts = await image.metadata().catch(() => undefined);
  if (facts === undefined) return undefined;
  // By the head of the file, before anything is unpacked.
  if (facts.width * facts.height > MOST_PIXELS) throw new InvalidError(TOO_LARGE);
  const format = formatOf(facts);
  const small = image
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toFormat(format)
    .timeout({ seconds: MOST_SECONDS });
  const result = await small.toBuffer().catch(() => undefined);
  return result && { bytes: result, mimetype: `image/${format}` };
}

function formatOf({ format }: Metadata): 'jpeg' | 'png' | 'webp' {
  return format === 'png' || format === 'webp' ? format : 'jpeg';
}
