import { Readable } from 'node:stream';
import sharp from 'sharp';
import { bomb, photo } from '../../../test/fixtures/images';
import { InvalidError } from '../../domain/errors';
import { SharpImageShrinker } from './sharp.image-shrinker';

const shrinker = new SharpImageShrinker();
const shrink = (bytes: Buffer | string, side = 240) =>
  shrinker.shrink(Readable.from([Buffer.from(bytes)]), side);

describe('SharpImageShrinker', () => {
  it.each([
    [1000, 500, 240, 120],
    [500, 1000, 120, 240],
    [100, 50, 100, 50],
  ])('makes %i × %i into %i × %i', async (width, height, smallWidth, smallHeight) => {
    const small = await shrink(await photo(width, height));
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
  ] as const)('makes %s into %s', async (format, mimetype) => {
    const small = await shrink(await photo(300, 300, format));
    expect(small?.mimetype).toBe(mimetype);
    expect(`image/${(await sharp(small?.bytes).metadata()).format}`).toBe(mimetype);
  });

  it('turns a photo upright, and forgets where it was taken', async () => {
    const taken = await sharp(await photo(400, 200))
      .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const small = await sharp((await shrink(taken))?.bytes).metadata();
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
  ])('reads %s as no image', async (_what, bytes) => {
    expect(await shrink(bytes)).toBeUndefined();
  });

  it('reads an image that was cut off as none', async () => {
    const whole = await photo(600, 600);
    expect(await shrink(whole.subarray(0, whole.length / 2))).toBeUndefined();
  });

  it('unpacks no image of too many pixels', async () => {
    const before = process.memoryUsage().rss;
    await expect(shrink(bomb(60_000))).rejects.toThrow(InvalidError);
    await expect(shrink(bomb(8000))).rejects.toThrow('more than the 50 million pixels');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('turns nobody away who is one of a few', async () => {
    const bytes = await photo(500, 500);
    const all = await Promise.all(Array.from({ length: 20 }, () => shrink(bytes)));
    expect(all.every((small) => small?.mimetype === 'image/jpeg')).toBe(true);
  });

  it('turns away who comes when too many wait, and works on', async () => {
    const bytes = await photo(500, 500);
    const settled = await Promise.allSettled(Array.from({ length: 50 }, () => shrink(bytes)));
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(50 - 34);
    expect(await shrink(bytes)).toBeDefined();
  });
});
