// Identifiers are bare in URLs and columns, and have a scheme in XML and JSON (contract-data 1.2).
// Only `uuid:` is a prefix; any other scheme (`kobotoolbox.org:123`) is part of the identifier.

const PREFIX = 'uuid:';

/** `uuid:3f15…` → `3f15…`; anything else unchanged. */
export function bareUuid(instanceId: string): string {
  return instanceId.startsWith(PREFIX) ? instanceId.slice(PREFIX.length) : instanceId;
}

/** `3f15…` → `uuid:3f15…`; a value with a colon already has its scheme. */
export function prefixedUuid(uuid: string): string {
  return uuid.includes(':') ? uuid : PREFIX + uuid;
}
