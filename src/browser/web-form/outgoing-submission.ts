import type { ChunkedInstancePayload } from '@getodk/xforms-engine';
import type { OutgoingSubmission } from './send';

/** Collectors split larger submissions into several requests, too. */
const MAX_REQUEST_BYTES = 10_000_000;
/** Makes the engine return all files at once: it cannot send one that is larger than a request. */
export const ENGINE_MAX_BYTES = Number.MAX_SAFE_INTEGER;

export interface EngineSubmission extends OutgoingSubmission {
  readonly xml: string;
  /** The instance that it edits; '' if none. */
  readonly deprecatedId: string;
}

/** Takes a submission from the engine. */
export async function outgoingSubmission(
  path: string,
  { data }: ChunkedInstancePayload,
): Promise<EngineSubmission> {
  const [document, ...files] = [...data[0].entries()].map(([name, file]) =>
    file.name === name ? file : new File([file], name, { type: file.type }),
  );
  const requests = splitRequests(document!, files);
  const xml = await data[0].get('xml_submission_file').text();
  const instance = new DOMParser().parseFromString(xml, 'text/xml');
  const [instanceId, deprecatedId] = ['instanceID', 'deprecatedID'].map(
    (name) => instance.getElementsByTagNameNS('*', name)[0]?.textContent ?? '',
  ) as [string, string];
  return { instanceId, deprecatedId, path, requests, xml };
}

/** Repeats the XML in each request. A file that is larger than a request should be has one of its own. */
export function splitRequests<Part extends { readonly size: number }>(
  xml: Part,
  files: readonly Part[],
): readonly (readonly Part[])[] {
  let request = [xml];
  let bytes = xml.size;
  const requests = [request];
  for (const file of files) {
    if (request.length > 1 && bytes + file.size > MAX_REQUEST_BYTES) {
      request = [xml];
      bytes = xml.size;
      requests.push(request);
    }
    request.push(file);
    bytes += file.size;
  }
  return requests;
}
