import { pipeline } from 'node:stream/promises';
import { exportMediaType } from '../../domain/export/export-file-name';
import { Reply, StreamedBody } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/file-response';
import type { SynchronousExport } from './export-setting.service';

export { presentExportSetting } from '../asset/asset.presenter';

/** Streams the file; releasing the body stops the export. */
export function presentSynchronousExport({ fileName, options, bytes }: SynchronousExport): Reply {
  const body = new StreamedBody(
    exportMediaType(options.type),
    (sink) => pipeline(bytes, sink),
    () => bytes.destroy(),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(fileName) });
}
