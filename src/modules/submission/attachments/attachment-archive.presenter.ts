import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Reply, StreamedBody } from '../../../http/reply';
import { attachmentDisposition } from '../../../http/streaming/file-response';

export function presentArchive(uid: string, zip: Readable): Reply {
  const body = new StreamedBody(
    'application/zip',
    (sink) => pipeline(zip, sink),
    () => zip.destroy(),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(`${uid}.zip`) });
}
