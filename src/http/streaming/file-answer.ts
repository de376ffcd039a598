import { pipeline } from 'node:stream/promises';
import { Reply } from '../reply';
import { isSafeToShow } from '../../domain/file/safe-media-type';
import { attachmentDisposition, inlineDisposition } from './content-disposition';
import { StreamedBody } from './streamed-body';
import type { FileContent, OpenedFile } from '../../domain/file/opened-file';

/**
 * A file that strangers sent: never run and never sniffed by a browser.
 * @param mayShow whether a browser may show it at once, where that is safe (decision 34)
 */
export function fileAnswer(file: OpenedFile, { mayShow = false } = {}): Reply {
  const { name, mimetype, byteSize, etag, part, content } = file;
  const headers = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  if (part.kind === 'unchanged') return new Reply(304, undefined, headers);
  if (part.kind === 'beyond' || content === undefined) {
    const detail = `The file has ${byteSize} bytes; ask for a range within them.`;
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
      mayShow && isSafeToShow(mimetype) ? inlineDisposition(name) : attachmentDisposition(name),
  });
}

/** The bytes, or the way to them. */
export function contentAnswer(content: FileContent): Reply {
  return content.kind === 'bytes'
    ? fileAnswer(content.file)
    : new Reply(302, undefined, { Location: content.url });
}
