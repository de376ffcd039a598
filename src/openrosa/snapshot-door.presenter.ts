import { Reply } from '../http/reply';
import type { IntakeReceipt } from '../modules/submission/intake.service';
import { FORM_LIST, listDocument, OPENROSA_HEADERS, textElement } from './openrosa.presenter';

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
