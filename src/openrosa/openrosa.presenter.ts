import { escapeAttribute, escapeText } from '../domain/text/xml-text';
import { wireDate } from '../domain/text/wire-date';
import type { FileContent } from '../domain/file/staged-file';
import { fillMarkers } from '../domain/text/url-text';
import { CachedResponse, Reply, StreamedBody } from '../http/reply';
import { JsonText } from '../http/json-text';
import { writeTexts } from '../http/streaming/marker-transform';
import type { ValidBody } from '../http/response-cache/response-cache';
import { fileContentResponse, xmlBody } from '../http/streaming/file-response';
import type { FormMedia as FileMedia } from '../modules/media/asset-file.service';
import type { EntityPresence } from '../modules/entity/entity-file.service';
import type { PairedContent } from '../modules/submission/paired-data/paired-content.service';
import type { ListedForm } from '../modules/deployment/deployed-form.service';
import type { IntakeReceipt } from '../modules/submission/intake/intake.service';
import type { SubmissionJson } from '../modules/submission/read/submission.service';

/** The response has the format of the submission. */
export type SubmissionFormat = 'xml' | 'json';

/** A media file of the form, paired data of another project, or a list of entities. */
export type FormFile =
  | FileContent
  | { readonly kind: 'paired'; readonly content: PairedContent }
  | { readonly kind: 'entities'; readonly lines: AsyncIterable<string> }
  | { readonly kind: 'presence'; readonly entities: readonly EntityPresence[] };

/** A file of the manifest. */
export interface FormMedia extends FileMedia {
  /** Collectors apply offline changes to a list of entities; creations too, unless they wait for approval. */
  readonly entityList?: 'immediate' | 'approved';
}

/** Headers of every response to a collector (contract-data 4.1). */
export const COLLECTOR_HEADERS: Readonly<Record<string, string>> = {
  'X-OpenRosa-Version': '1.0',
  // A hint, not a limit: collectors split larger submissions into several requests.
  'X-OpenRosa-Accept-Content-Length': '10000000',
};

export const OPENROSA_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/xml; charset=utf-8',
  ...COLLECTOR_HEADERS,
};

const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';
const FORM_LIST = 'http://openrosa.org/xforms/xformsList';
const MANIFEST = 'http://openrosa.org/xforms/xformsManifest';

/** The form list (contract-data 4.2). @param base as `CollectorBase` gives it */
export function formListBody(base: string, forms: readonly ListedForm[]): CachedResponse {
  return new CachedResponse(OPENROSA_HEADERS['Content-Type']!, Buffer.from(formListXml(base, forms)));
}

export function presentFormList({ body }: ValidBody<CachedResponse>): Reply<CachedResponse> {
  return new Reply(200, body, OPENROSA_HEADERS);
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

/** HEAD of a form list: collectors check their credentials. */
export function presentFormListHead(): Reply<undefined> {
  return new Reply(204, undefined, OPENROSA_HEADERS);
}

/** Types that Collect tells apart (OpenRosa manifest, Central 2025.2). */
const MEDIA_FILE = {
  none: '<mediaFile>',
  immediate: '<mediaFile type="entityList">',
  approved: '<mediaFile type="approvalEntityList">',
} as const;

/** Media files of a form, oldest first: web forms hash the list. @param base as `CollectorBase` gives it */
export function presentManifest(base: string, assetUid: string, files: readonly FormMedia[]): Reply<string> {
  const items = files.map(({ uid, name, md5, entityList }) =>
    [
      MEDIA_FILE[entityList ?? 'none'],
      textElement('filename', name),
      textElement('hash', `md5:${md5}`),
      textElement('downloadUrl', `${base}/xformsMedia/${assetUid}/${uid}${safeExtension(name)}`),
      entityList === undefined
        ? ''
        : textElement('integrityUrl', `${base}/xformsMedia/${assetUid}/${uid}.xml`),
      '</mediaFile>',
    ].join(''),
  );
  return new Reply(200, listDocument('manifest', MANIFEST, items), OPENROSA_HEADERS);
}

export function presentFormMedia(file: FormFile): Reply {
  if (file.kind === 'paired') return new Reply(200, xmlBody(file.content.xml), OPENROSA_HEADERS);
  if (file.kind === 'presence') {
    const items = file.entities.map(
      ({ uuid, isDeleted }) =>
        `<entity id="${escapeAttribute(uuid)}">${textElement('deleted', String(isDeleted))}</entity>`,
    );
    const xml = `${DECLARATION}<data><entities>${items.join('')}</entities></data>`;
    return new Reply(200, xml, OPENROSA_HEADERS);
  }
  if (file.kind === 'entities') {
    const body = new StreamedBody('text/csv; charset=utf-8', (sink) => writeTexts(sink, file.lines));
    return new Reply(200, body, COLLECTOR_HEADERS);
  }
  const { status, body, headers } = fileContentResponse(file);
  return new Reply(status, body, { ...COLLECTOR_HEADERS, ...headers });
}

/** File extension that needs no escaping, for clients that derive the type from it; else empty. */
function safeExtension(name: string): string {
  return /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0].toLowerCase() ?? '';
}

export function presentForm(xml: Uint8Array): Reply<Uint8Array> {
  return new Reply(200, xml, OPENROSA_HEADERS);
}

const THANKS = 'Successful submission.';
const DUPLICATE = 'Duplicate Instance';

/** `2026-03-01T08:14:45.123000+00:00`, the format of receipts (contract-data 4.4). */
function offsetDate(date: Date): string {
  return wireDate(date).replace('Z', '+00:00');
}

/** 201 if anything was stored, 202 for a duplicate; collectors treat every other status as failure. */
export function presentReceipt(
  location: string,
  receipt: IntakeReceipt,
  format: SubmissionFormat,
): Reply<string | object> {
  const headers = { ...OPENROSA_HEADERS, Location: location };
  const status = receipt.outcome === 'duplicate' ? 202 : 201;
  return new Reply(status, format === 'json' ? receiptJson(receipt) : receiptXml(receipt), headers);
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

export function presentDataEntry(
  origin: string,
  { receipt, submission }: { receipt: IntakeReceipt; submission: SubmissionJson },
): Reply<JsonText> {
  const status = receipt.outcome === 'duplicate' ? 202 : 201;
  const { json, ownerUsername } = submission;
  return new Reply(status, new JsonText(fillMarkers(json, { host: origin, ownerUsername })));
}

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

/** 201 with the stored XML; 202 for a duplicate. */
export function presentSnapshotEdit(
  location: string,
  { receipt, xml }: { receipt: Pick<IntakeReceipt, 'outcome'>; xml: string | undefined },
): Reply<string> {
  const headers = { ...OPENROSA_HEADERS, Location: location };
  const body = xml ?? openRosaMessage('Saved. You may no longer view the submission.');
  return new Reply(receipt.outcome === 'duplicate' ? 202 : 201, body, headers);
}

/** HEAD of a submission URL: collectors read the size limit and check credentials (contract-data 4.1). */
export function presentSubmissionHead(location: string): Reply<undefined> {
  return new Reply(204, undefined, { ...OPENROSA_HEADERS, Location: location });
}

function textElement(name: string, text: string): string {
  return `<${name}>${escapeText(text)}</${name}>`;
}

function listDocument(name: string, namespace: string, items: readonly string[]): string {
  return `${DECLARATION}<${name} xmlns="${namespace}">${items.join('')}</${name}>`;
}

/** @param text is shown to the enumerator */
export function openRosaMessage(text: string): string {
  return openRosaResponse(`<message nature="">${escapeText(text)}</message>`);
}

function openRosaResponse(inner: string): string {
  return `${DECLARATION}<OpenRosaResponse xmlns="http://openrosa.org/http/response">${inner}</OpenRosaResponse>`;
}
