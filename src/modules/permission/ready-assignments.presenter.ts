import { JsonText } from '../../http/json-text';
import type { Links } from '../../http/url/links';
import { type PresentableAssignment, presentAssignments } from './permission.presenter';

interface Ready {
  readonly origin: string;
  readonly text: JsonText;
}

/** As long as the assignments are kept, so is their text, for the host that was called last. */
const texts = new WeakMap<readonly PresentableAssignment[], Ready>();

/**
 * The assignments of one asset as text, made once for each array: they are most of what a list of assets says.
 * @param links those without a suffix
 */
export function readyAssignments(
  links: Links,
  assetUid: string,
  assignments: readonly PresentableAssignment[],
): JsonText {
  const ready = texts.get(assignments);
  if (ready?.origin === links.origin) return ready.text;
  const text = new JsonText(Buffer.from(JSON.stringify(presentAssignments(links, assetUid, assignments))));
  texts.set(assignments, { origin: links.origin, text });
  return text;
}
