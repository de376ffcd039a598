import { escapeAttribute, escapeText } from '../domain/text/xml-text';
import type { FileContent } from '../domain/file/opened-file';
import { fillMarkers } from '../domain/text/url-marker';
import type { Rendering } from '../domain/text/rendering';
import { wireDate } from '../domain/text/wire-date';
import { Reply } from '../http/reply';
import { JsonText } from '../http/json-text';
import { KeptBody } from '../http/kept-body';
import { contentAnswer } from '../http/streaming/file-answer';
import type { FormMedia } from '../modules/media/asset-file.service';
import { xmlBody } from '../http/streaming/xml-body';
import type { PairedContent } from '../modules/paired-data/paired-content.service';
import type { ListedForm } from '../modules/deployment/deployed-form.service';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import type { SubmissionJson } from '../modules/submission/submission.service';

/** What a submission is written in; it is answered in the same. */
export type SentLanguage = 'xml' | 'json';

/** A file of the form's own, or one of another project's answers. */
export type FormFile = FileContent | { readonly kind: 'paired'; readonly content: PairedContent };

/** What every answer to a collector carries, whatever it is written in (contract-data 4.1). */
export const COLLECTOR_HEADERS: Readonly<Record<string, string>> = {
  'X-OpenRosa-Version': '1.0',
  // Advice: collectors split what is larger into several requests. More is accepted.
  'X-OpenRosa-Accept-Content-Length': '10000000',
};

/** The same of an answer in XML. */
export const OPENROSA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/xml; charset=utf-8',
  ...COLLECTOR_HEADERS,
};

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const FORM_LIST = 'http://openrosa.org/xforms/xformsList';
const MANIFEST = 'http://openrosa.org/xforms/xformsManifest';

/** The form list (contract-data 4.2). @param base origin, and the username when the list was asked for with one */
export function formListText(base: string): Rendering<readonly ListedForm[], KeptBody> {
  return {
    name: base,
    of: (forms) => new KeptBody(OPENROSA_HEADERS['Content-Type']!, Buffer.from(formListXml(base, forms))),
  };
}

export function presentFormList(text: KeptBody): Reply<KeptBody> {
  return new Reply(200, text, OPENROSA_HEADERS);
}

function formListXml(base: string, forms: readonly ListedForm[]): string {
  const items = forms.map(({ assetUid, name, version, xmlMd5 }) =>
    [
      '<xform>',
      textElement('formID', assetUid),
      textElement('name', name),
      textElement('majorMinorVersion', version),
      textElement('version', version),
      textElement('hash', `md5:${xmlMd5}`),
      textElement('descriptionText', name),
      textElement('downloadUrl', `${base}/forms/${assetUid}/form.xml`),
      textElement('manifestUrl', `${base}/xformsManifest/${assetUid}`),
      '</xform>',
    ].join(''),
  );
  return listDocument('xforms', FORM_LIST, items);
}

/** HEAD of a list: a collector asks whether its credentials hold. */
export function presentListIsThere(): Reply<undefined> {
  return new Reply(204, undefined, OPENROSA_HEADERS);
}

/**
 * The files that travel with a form, oldest first: web forms hash the list.
 * @param base origin, and the username when the list was asked for with one
 */
export function presentManifest(base: string, assetUid: string, files: readonly FormMedia[]): Reply<string> {
  const items = files.map(({ uid, name, md5 }) =>
    [
      '<mediaFile>',
      textElement('filename', name),
      textElement('hash', `md5:${md5}`),
      textElement('downloadUrl', `${base}/xformsMedia/${assetUid}/${uid}${plainEnding(name)}`),
      '</mediaFile>',
    ].join(''),
  );
  return new Reply(200, listDocument('manifest', MANIFEST, items), OPENROSA_HEADERS);
}

/** A file for collectors, who take it as they take a form. */
export function presentFormMedia(file: FormFile): Reply {
  if (file.kind === 'paired') return new Reply(200, xmlBody(file.content.xml), OPENROSA_HEADERS);
  const { status, body, headers } = contentAnswer(file);
  return new Reply(status, body, { ...COLLECTOR_HEADERS, ...headers });
}

/** The ending of a name, for programs that go by it; none that would need escaping. */
function plainEnding(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? '';
}

export function presentForm(xml: Uint8Array): Reply<Uint8Array> {
  return new Reply(200, xml, OPENROSA_HEADERS);
}

const THANKS = 'Successful submission.';
const DUPLICATE = 'Duplicate Instance';

/** `2026-03-01T08:14:45.123000+00:00`, as receipts have it (contract-data 4.4). */
function offsetDate(date: Date): string {
  return wireDate(date).replace('Z', '+00:00');
}

/** 201 when anything was stored now, 202 when all of it had been before; collectors take nothing else for success. */
export function presentReceipt(
  location: string,
  receipt: IntakeReceipt,
  language: SentLanguage,
): Reply<string | object> {
  const headers = { ...OPENROSA_HEADERS, Location: location };
  const status = receipt.outcome === 'duplicate' ? 202 : 201;
  return new Reply(status, language === 'json' ? receiptJson(receipt) : receiptXml(receipt), headers);
}

function receiptXml({ outcome, formId, instanceId, submittedAt, message = THANKS }: IntakeReceipt): string {
  if (outcome === 'duplicate') return openRosaMessage(DUPLICATE);
  const date = offsetDate(submittedAt);
  const metadata =
    `<submissionMetadata xmlns="http://www.opendatakit.org/xforms" id="${escapeAttribute(formId)}"` +
    ` instanceID="${escapeAttribute(instanceId)}" submissionDate="${date}" isComplete="true"` +
    ` markedAsCompleteDate="${date}"/>`;
  return openRosaResponse(textElement('message', message) + metadata);
}

function receiptJson({
  outcome,
  formId,
  isEncrypted,
  instanceId,
  submittedAt,
  message = THANKS,
}: IntakeReceipt): object {
  if (outcome === 'duplicate') return { error: DUPLICATE };
  const date = offsetDate(submittedAt);
  return {
    message,
    formid: formId,
    encrypted: isEncrypted,
    instanceID: instanceId,
    submissionDate: date,
    markedAsCompleteDate: date,
  };
}

/** What was stored, to whom sent it by the path of the asset. */
export function presentEntry(
  origin: string,
  { receipt, submission }: { receipt: IntakeReceipt; submission: SubmissionJson },
): Reply<JsonText> {
  const status = receipt.outcome === 'duplicate' ? 202 : 201;
  const { json, ownerUsername } = submission;
  return new Reply(status, new JsonText(fillMarkers(json, { host: origin, ownerUsername })));
}

/** The list with this one form. */
export function presentSnapshotForm(
  origin: string,
  { uid, formId, name, xmlMd5 }: { uid: string; formId: string; name: string; xmlMd5: string },
): Reply<string> {
  const base = `${origin}/api/v2/asset_snapshots/${uid}`;
  const item = [
    '<xform>',
    textElement('formID', formId),
    textElement('name', name),
    textElement('majorMinorVersion', ''),
    textElement('version', ''),
    textElement('hash', `md5:${xmlMd5}`),
    textElement('descriptionText', name),
    textElement('downloadUrl', `${base}.xml`),
    textElement('manifestUrl', `${base}/manifest`),
    '</xform>',
  ];
  return new Reply(200, listDocument('xforms', FORM_LIST, [item.join('')]), OPENROSA_HEADERS);
}

/** 201 with the XML that is stored now; 202 where it had been before. */
export function presentSnapshotEdit(
  location: string,
  { receipt, xml }: { receipt: Pick<IntakeReceipt, 'outcome'>; xml: string },
): Reply<string> {
  const headers = { ...OPENROSA_HEADERS, Location: location };
  return new Reply(receipt.outcome === 'duplicate' ? 202 : 201, xml, headers);
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

/** A sentence for the enumerator. */
export function openRosaMessage(sentence: string): string {
  return openRosaResponse(`<message nature="">${escapeText(sentence)}</message>`);
}

/** The answer to a submission; `inner` is XML. */
function openRosaResponse(inner: string): string {
  return `${DECLARATION}<OpenRosaResponse xmlns="http://openrosa.org/http/response">${inner}</OpenRosaResponse>`;
}
