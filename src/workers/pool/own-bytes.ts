/**
 * The memory of a value, or of its members, that belongs to it alone: it can be handed over to another thread, and is not
 * there any more behind that. Small buffers share theirs, and are copied.
 */
export function ownBytes(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: unknown[] = value instanceof Uint8Array ? [value] : Object.values(value);
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.length === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}
