/** What browsers show or play without running anything of it. An SVG is not among them: it may hold scripts. */
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

/** Whether a file of this media type may be shown by a browser instead of being saved (decision 34). */
export function isSafeToShow(mimetype: string): boolean {
  return SAFE.has(mimetype.toLowerCase()) || /^(audio|video)\/[\w.+-]+$/i.test(mimetype);
}
