/**
 * The two forms of a submission's identifier: bare in URLs and columns, with a scheme inside the XML and the JSON
 * (contract-data 1.2). Only the literal prefix `uuid:` is taken off; another scheme (`kobotoolbox.org:123`) is part of
 * the identifier.
 */

const PREFIX = 'uuid:';

/** `uuid:3f15…` → `3f15…`; anything else as it is. */
export function bareUuid(instanceId: string): string {
  return instanceId.startsWith(PREFIX) ? instanceId.slice(PREFIX.length) : instanceId;
}

/** `3f15…` → `uuid:3f15…`; a value that contains a colon has its scheme already. */
export function prefixedUuid(uuid: string): string {
  return uuid.includes(':') ? uuid : PREFIX + uuid;
}
