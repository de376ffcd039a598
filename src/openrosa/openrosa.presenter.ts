import { escapeAttribute, escapeText } from '../domain/text/xml-text';
import { Reply } from '../http/reply';
import type { ListedForm } from '../modules/deployment/deployed-form.service';
import type { IntakeReceipt } from '../modules/submission/intake.service';

/** What every answer to a collector carries (contract-data 4.1). */
export const OPENROSA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/xml; charset=utf-8',
  'X-OpenRosa-Version': '1.0',
  // Advice: collectors split what is larger into several requests. More is accepted.
  'X-OpenRosa-Accept-Content-Length': '10000000',
};

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const FORM_LIST = 'http://openrosa.org/xforms/xformsList';
const MANIFEST = 'http://openrosa.org/xforms/xformsManifest';

/** The form list (contract-data 4.2). @param base origin, and the username when the list was asked for with one */
export function presentFormList(base: string, forms: readonly ListedForm[]): Reply<string> {
  const items = forms.map(({ assetUid, name, version, xmlMd5, description }) =>
    [
      '<xform>',
      textElement('formID', assetUid),
      textElement('name', name),
      textElement('majorMinorVersion', version),
      textElement('version', version),
      textElement('hash', `md5:${xmlMd5}`),
      textElement('descriptionText', description),
      textElement('downloadUrl', `${base}/forms/${assetUid}/form.xml`),
      textElement('manifestUrl', `${base}/xformsManifest/${assetUid}`),
      '</xform>',
    ].join(''),
  );
  return new Reply(200, listDocument('xforms', FORM_LIST, items), OPENROSA_HEADERS);
}

/** The files that travel with a form. */
export function presentManifest(): Reply<string> {
  return new Reply(200, listDocument('manifest', MANIFEST, []), OPENROSA_HEADERS);
}

export function presentForm(xml: Uint8Array): Reply<Uint8Array> {
  return new Reply(200, xml, OPENROSA_HEADERS);
}

/** 201 when anything was stored now, 202 when all of it had been before; collectors take nothing else for success. */
export function presentReceipt(location: string, receipt: IntakeReceipt): Reply<string> {
  const { outcome, formId, instanceId, submittedAt, message } = receipt;
  const headers = { ...OPENROSA_HEADERS, Location: location };
  if (outcome === 'duplicate') {
    return new Reply(202, openRosaResponse(textElement('message', 'Duplicate Instance')), headers);
  }
  const date = submittedAt.toISOString();
  const metadata =
    `<submissionMetadata xmlns="http://www.opendatakit.org/xforms" id="${escapeAttribute(formId)}"` +
    ` instanceID="${escapeAttribute(instanceId)}" submissionDate="${date}" isComplete="true"` +
    ` markedAsCompleteDate="${date}"/>`;
  return new Reply(
    201,
    openRosaResponse(textElement('message', message ?? 'Successful submission.') + metadata),
    headers,
  );
}

/** HEAD on a submission URL: the collector learns the limits and settles credentials (contract-data 4.1). */
export function presentReadiness(location: string): Reply<undefined> {
  return new Reply(204, undefined, { ...OPENROSA_HEADERS, Location: location });
}

/** An element with text inside. */
function textElement(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

/** A list of forms or files, as one document. */
function listDocument(name: string, namespace: string, items: readonly string[]): string {
  return `${DECLARATION}<${name} xmlns="${namespace}">${items.join('')}</${name}>`;
}

/** The answer to a submission; `inner` is XML. */
export function openRosaResponse(inner: string): string {
  return `${DECLARATION}<OpenRosaResponse xmlns="http://openrosa.org/http/response">${inner}</OpenRosaResponse>`;
}
