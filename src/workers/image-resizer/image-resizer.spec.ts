import { Readable } from 'node:stream';
import sharp from 'sharp';
import { bomb, photo } from '../../../test/fixtures/images';
import { InvalidError } from '../../domain/errors';
import { ImageResizer } from './image-resizer';

const resizer = new ImageResizer();
const resize = (bytes: Buffer | string, side = 240) =>
  resizer.resize(Readable.from([Buffer.from(bytes)]), side);

describe('ImageResizer', () => {
  it.each([
    [1000, 500, 240, 120],
    [500, 1000, 120, 240],
    [100, 50, 100, 50],
  ])('resizes %i × %i to %i × %i', async (width, height, smallWidth, smallHeight) => {
    const small = await resize(await photo(width, height));
    expect(small?.mimetype).toBe('image/jpeg');
    expect(await sharp(small?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: smallWidth,
      height: smallHeight,
    });
  });

  it.each([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/jpeg'],
    ['tiff', 'image/jpeg'],
  ] as const)('converts %s to %s', async (format, mimetype) => {
    const small = await resize(await photo(300, 300, format));
    expect(small?.mimetype).toBe(mimetype);
    expect(`image/${(await sharp(small?.bytes).metadata()).format}`).toBe(mimetype);
  });

  it('auto-orients a photo and strips its metadata', async () => {
    const taken = await sharp(await photo(400, 200))
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const small = await sharp((await resize(taken))?.bytes).metadata();
    expect([small.width, small.height, small.exif, small.orientation]).toEqual([
      120,
      240,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['text', 'not really a photo'],
    ['nothing', ''],
    [
      'a drawing',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['a document', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'],
  ])('returns undefined for %s', async (_what, bytes) => {
    expect(await resize(bytes)).toBeUndefined();
  });

  it('returns undefined for a truncated image', async () => {
    const whole = await photo(600, 600);
    expect(await resize(whole.subarray(0, whole.length / 2))).toBeUndefined();
  });

  it('rejects too many pixels before decoding', async () => {
    const before = process.memoryUsage().rss;
    await expect(resize(bomb(60_000))).rejects.toThrow(InvalidError);
    await expect(resize(bomb(8000))).rejects.toThrow('more than 50 million pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('queues a few images', async () => {
    const bytes = await photo(500, 500);
    const all = await Promise.all(Array.from({ length: 20 }, () => resize(bytes)));
    expect(all.every((small) => small?.mimetype === 'image/jpeg')).toBe(true);
  });

  it('rejects when the queue is full, and continues', async () => {
    const bytes = await photo(500, 500);
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => resize(bytes)));
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(50 - 34);
    expect(await resize(bytes)).toBeDefined();
  });
});
