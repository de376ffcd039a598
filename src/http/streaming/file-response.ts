import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeTexts } from './marker-transform';
import { NOT_MODIFIED, Reply, StreamedBody } from '../reply';
import type { FileContent, OpenedFile } from '../../domain/file/staged-file';
import { create } from 'content-disposition';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiResponse, ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';

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

/** Returns whether browsers may display this media type inline (decision 75): images without scripts, audio, video. */
function isSafeInline(mimetype: string): boolean {
  return SAFE.has(mimetype.toLowerCase()) || /^(audio|video)\/[\w.+-]+$/i.test(mimetype);
}

/**
 * Returns the response for an untrusted file: sandboxed, without MIME sniffing.
 * @param allowInline whether a browser may display safe types instead of downloading them (decision 75)
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

/** Returns the response for a CSV file to download, generated while it is sent. */
export function csvReply(fileName: string, lines: AsyncIterable<string>): Reply {
  const body = new StreamedBody('text/csv; charset=utf-8', (sink) => pipeline(Readable.from(lines), sink));
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(fileName) });
}

export function fileContentResponse(content: FileContent): Reply {
  return content.kind === 'bytes'
    ? fileResponse(content.file)
    : new Reply(302, undefined, { Location: content.url });
}

/** Returns `attachment` with the file name per RFC 6266: ASCII fallback plus exact name in UTF-8, safely escaped. */
export function attachmentDisposition(name: string): string {
  return create(name.toWellFormed());
}

/** Returns `inline` likewise: a browser may display the file instead of saving it. */
export function inlineDisposition(name: string): string {
  return create(name.toWellFormed(), { type: 'inline' });
}

const ReadRangeHeaders = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  const ifRange = headers['if-range'];
  return {
    range: headers.range,
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    ifNoneMatch: headers['if-none-match'],
  };
});

const BYTES = { type: 'string', format: 'binary' } as const;

/** Injects the `Range`, `If-Range` and `If-None-Match` headers and documents 206, 304 and 416. */
export function RangeHeaders(): ParameterDecorator {
  return (controller, name, index) => {
    const handler = Object.getOwnPropertyDescriptor(controller, name!)!;
    const describe: MethodDecorator[] = [
      ApiResponse({ status: 206, description: 'Partial content: the bytes of `Range`.', schema: BYTES }),
      ApiResponse(NOT_MODIFIED),
      ApiResponse({ status: 416, description: 'The file is shorter than `Range`.' }),
    ];
    for (const decorate of describe) decorate(controller, name!, handler);
    ReadRangeHeaders()(controller, name, index);
  };
}

/** XML in memory, or, when too large, a function that reads it in chunks. */
export type XmlText = string | (() => AsyncIterable<string>);

/** Returns an XML body, streamed when large. */
export function xmlBody(xml: XmlText): string | StreamedBody {
  if (typeof xml === 'string') return xml;
  return new StreamedBody('text/xml; charset=utf-8', (sink) => writeTexts(sink, xml()));
}

const IsRedirectOff = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().query['redirect'] === 'false',
);

const describeRedirect = ApiQuery({
  name: 'redirect',
  required: false,
  enum: ['true', 'false'],
  description: '`false`: the bytes of a remote file of at most 10 MB, instead of a redirect to it.',
});

/** Injects whether `redirect=false` asks for the bytes of a remote file, and documents the parameter (decision 77). */
export function ReadsRemote(): ParameterDecorator {
  return (controller, name, index) => {
    describeRedirect(controller, name!, Object.getOwnPropertyDescriptor(controller, name!)!);
    IsRedirectOff()(controller, name, index);
  };
}
