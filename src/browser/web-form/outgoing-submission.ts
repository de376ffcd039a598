import type { ChunkedInstancePayload } from '@getodk/xforms-engine';
import type { OutgoingSubmission } from './send';

/** Collectors split larger submissions into several requests, too. */
export const MAX_REQUEST_BYTES = 10_000_000;

/** Takes a submission from the engine. */
export async function outgoingSubmission(
  path: string,
  { data }: ChunkedInstancePayload,
): Promise<OutgoingSubmission & { readonly xml: string }> {
  const requests = data.map((part) =>
    [...part.entries()].map(([name, file]) =>
      file.name === name ? file : new File([file], name, { type: file.type }),
    ),
  );
  const xml = await data[0].get('xml_submission_file').text();
  const instance = new DOMParser().parseFromString(xml, 'text/xml');
  const instanceId = instance.getElementsByTagNameNS('*', 'instanceID')[0]?.textContent ?? '';
  return { instanceId, path, requests, xml };
}
