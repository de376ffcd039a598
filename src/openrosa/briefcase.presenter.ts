import { stripXmlDeclaration } from '../domain/submission/xml-declaration';
import { escapeAttribute, escapeText } from '../domain/text/xml-text';
import { wireDate } from '../domain/text/wire-date';
import { Reply } from '../http/reply';
import type { PulledList, PulledSubmission } from '../modules/submission/stream/submission-pull.service';
import { OPENROSA_HEADERS } from './openrosa.presenter';

const NAMESPACE = 'http://opendatakit.org/submissions';

/** Every identifier is prefixed with `uuid:`, also one that has another scheme. */
export function presentPulledList({ uuids, cursor }: PulledList): Reply<string> {
  const ids = uuids.map((uuid) => `        <id>uuid:${escapeText(uuid)}</id>\n`).join('');
  const body =
    `<idChunk xmlns="${NAMESPACE}">\n    <idList>\n${ids}    </idList>\n` +
    `    <resumptionCursor>${cursor}</resumptionCursor>\n</idChunk>\n`;
  return new Reply(200, body, OPENROSA_HEADERS);
}

/** The original XML with metadata as attributes of its root, and the download URLs of its files. */
export function presentPulledSubmission(origin: string, pulled: PulledSubmission): Reply<string> {
  const { assetUid, id, uuid, xml, submittedAt, files } = pulled;
  const date = wireDate(submittedAt);
  const metadata: [name: string, value: string][] = [
    ['instanceID', `uuid:${uuid}`],
    ['submissionDate', date],
    ['isComplete', 'true'],
    ['markedAsCompleteDate', date],
  ];
  const media = files.map(
    (file) =>
      `<mediaFile><filename>${escapeText(file.name)}</filename><hash>md5:${file.md5}</hash>` +
      `<downloadUrl>${escapeText(`${origin}/api/v2/assets/${assetUid}/data/${id}/attachments/${file.uid}/`)}</downloadUrl></mediaFile>`,
  );
  const body =
    `<submission xmlns="${NAMESPACE}" xmlns:orx="http://openrosa.org/xforms"><data>` +
    `${withAttributes(stripXmlDeclaration(xml), metadata)}</data>${media.join('')}</submission>`;
  return new Reply(200, body, OPENROSA_HEADERS);
}

/** Adds attributes to the root element; existing ones keep their values. */
function withAttributes(xml: string, attributes: readonly [name: string, value: string][]): string {
  return xml.replace(/<[^\s/>!?][^>]*/, (root) => {
    const [start = '', slash = ''] = root.endsWith('/') ? [root.slice(0, -1), '/'] : [root];
    const added = attributes.filter(([name]) => !new RegExp(`\\s${name}\\s*=`).test(start));
    return start + added.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('') + slash;
  });
}
