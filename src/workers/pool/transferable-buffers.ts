/**
 * Returns the ArrayBuffers of a value, or of its members, that can be transferred to another thread; transfer detaches
 * them. Small Buffers share a pooled ArrayBuffer and are copied instead.
 */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  const parts: unknown[] = value instanceof Uint8Array ? [value] : Object.values(value);
  return parts.flatMap((part) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.length === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
}
