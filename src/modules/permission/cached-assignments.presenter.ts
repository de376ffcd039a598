import { JsonText } from '../../http/json-text';
import type { Links } from '../../http/url/links';
import { type PresentableAssignment, presentAssignments } from './permission.presenter';

interface CachedJson {
  readonly origin: string;
  readonly text: JsonText;
}

/** Keyed by array identity; holds the JSON for the origin used last. */
const cache = new WeakMap<readonly PresentableAssignment[], CachedJson>();

/**
 * Serialises the assignments of an asset once per array: they are the largest part of an asset list.
 * @param links without format suffix
 */
export function cachedAssignmentsJson(
  links: Links,
  assetUid: string,
  assignments: readonly PresentableAssignment[],
): JsonText {
  const cached = cache.get(assignments);
  if (cached?.origin === links.origin) return cached.text;
  const text = new JsonText(Buffer.from(JSON.stringify(presentAssignments(links, assetUid, assignments))));
  cache.set(assignments, { origin: links.origin, text });
  return text;
}
