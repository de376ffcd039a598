import { JsonText } from '../../http/json-text';
import { Reply, StreamedBody } from '../../http/reply';
import { attachmentDisposition } from '../../http/streaming/file-response';
import type { RenderedForm } from './asset-form.service';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Sends an .xlsx file although the path ends in `.xls` (contract-assets 2.8). */
export function presentFormWorkbook({ uid, rendering }: RenderedForm) {
  return attachment(`${uid}.xlsx`, XLSX, rendering);
}

export function presentFormXml({ uid, rendering }: RenderedForm) {
  return attachment(`${uid}.xml`, 'application/xml; charset=utf-8', rendering);
}

export function presentFormSheets({ rendering }: RenderedForm) {
  return new JsonText(rendering);
}

export function presentFormContent(
  kind: 'asset.content' | 'asset.valid_content',
  { uid, rendering }: RenderedForm,
) {
  return { kind, uid_asset: uid, data: new JsonText(rendering) };
}

function attachment(name: string, contentType: string, bytes: Uint8Array): Reply<StreamedBody> {
  const body = new StreamedBody(contentType, async (sink) => {
    await new Promise<void>((done, fail) => {
      sink.once('error', fail);
      sink.end(bytes, done);
    });
  });
  return new Reply(200, body, {
    'Content-Disposition': attachmentDisposition(name),
    'Content-Length': String(bytes.length),
  });
}
