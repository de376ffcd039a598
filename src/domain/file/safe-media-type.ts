/** Image types that cannot run scripts; SVG can. */
const SAFE: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
]);

/** Returns whether browsers may display this media type inline (decision 34): images without scripts, audio, video. */
export function isSafeInline(mimetype: string): boolean {
  return SAFE.has(mimetype.toLowerCase()) || /^(audio|video)\/[\w.+-]+$/i.test(mimetype);
}
