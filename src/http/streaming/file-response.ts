import { pipeline } from 'node:stream/promises';
import { Reply } from '../reply';
import { attachmentDisposition, inlineDisposition } from './content-disposition';
import { StreamedBody } from './streamed-body';
import type { FileContent, OpenedFile } from '../../domain/file/opened-file';

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
function isSafeInline(mimetype: string): boolean {
  return SAFE.has(mimetype.toLowerCase()) || /^(audio|video)\/[\w.+-]+$/i.test(mimetype);
}

/**
 * Returns the response for an untrusted file: sandboxed, without MIME sniffing.
 * @param allowInline whether a browser may display safe types instead of downloading them (decision 34)
 */
export function fileResponse(file: OpenedFile, { allowInline = false } = {}): Reply {
  const { name, mimetype, byteSize, etag, part, content } = file;
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  if (part.kind === 'not-modified') return new Reply(304, undefined, headers);
  if (part.kind === 'unsatisfiable' || content === undefined) {
    const detail = `The file has ${byteSize} bytes; request a range within them.`;
    return new Reply(416, { detail }, { 'Content-Range': `bytes */${byteSize}` });
  }
  const [start, end] = part.kind === 'part' ? [part.start, part.end] : [0, byteSize - 1];
  const body = new StreamedBody(
    mimetype,
    (sink) => pipeline(content, sink),
    () => content.destroy(),
  );
  return new Reply(part.kind === 'part' ? 206 : 200, body, {
    ...headers,
    ...(part.kind === 'part' && { 'Content-Range': `bytes ${start}-${end}/${byteSize}` }),
    'Content-Length': String(end - start + 1),
    'Content-Disposition':
      allowInline && isSafeInline(mimetype) ? inlineDisposition(name) : attachmentDisposition(name),
  });
}

export function fileContentResponse(content: FileContent): Reply {
  return content.kind === 'bytes'
    ? fileResponse(content.file)
    : new Reply(302, undefined, { Location: content.url });
}
