import { zipSync } from 'fflate';
import type { StoredFile } from './offline-database';

const XML_NAME = 'xml_submission_file';

/** Saves the XML and the files of a submission as a ZIP file. */
export async function downloadSubmission(
  name: string,
  requests: readonly (readonly StoredFile[])[],
): Promise<void> {
  // Later requests repeat the XML.
  const files = new Map(
    requests.flat().map((file) => [file.name === XML_NAME ? 'submission.xml' : file.name, file.content]),
  );
  const entries = await Promise.all(
    [...files].map(async ([path, content]) => [path, new Uint8Array(await content.arrayBuffer())] as const),
  );
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([zip], { type: 'application/zip' }));
  link.download = `${name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 80) || 'submission'}.zip`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
