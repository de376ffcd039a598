import { pipeline } from 'node:stream/promises';
import { mediaTypeOf } from '../../domain/export/export-file-name';
import { Reply } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/content-disposition';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { ImmediateExport } from './export-setting.service';

export { presentExportSetting } from '../asset/export-setting.presenter';

/** A file that is made while it is sent. */
export function presentImmediateExport({ fileName, options, bytes }: ImmediateExport): Reply {
  const body = new StreamedBody(
    mediaTypeOf(options.type),
    (sink) => pipeline(bytes, sink),
    () => bytes.destroy(),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(fileName) });
}
