import { pipeline } from 'node:stream/promises';
import { mediaTypeOf } from '../../domain/export/export-file-name';
import { wireDate } from '../../domain/text/wire-date';
import { Reply } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/content-disposition';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { Links } from '../../http/url/links';
import type { ExportSetting, ImmediateExport } from './export-setting.service';

/** Kept settings (contract-assets 7.2). */
export function presentExportSetting(links: Links, assetUid: string, setting: ExportSetting) {
  const { uid, name, request, dateModified } = setting;
  return {
    uid,
    url: links.ofAsset(assetUid, `export-settings/${uid}`),
    data_url_csv: links.exportData(assetUid, uid, 'csv'),
    data_url_xlsx: links.exportData(assetUid, uid, 'xlsx'),
    name,
    date_modified: wireDate(dateModified),
    export_settings: request,
  };
}

/** A file that is made while it is sent. */
export function presentImmediateExport({ fileName, options, bytes }: ImmediateExport): Reply {
  const body = new StreamedBody(
    mediaTypeOf(options.type),
    (sink) => pipeline(bytes, sink),
    () => bytes.destroy(),
  );
  return new Reply(200, body, { 'Content-Disposition': attachmentDisposition(fileName) });
}
