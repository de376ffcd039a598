import { HEADER_BYTES } from './copy-header';

/** Columns of the first row of binary COPY data, as views; undefined without a row. A null is an empty buffer. */
export function firstRow(copied: Buffer): Buffer[] | undefined {
  const columns = copied.readInt16BE(HEADER_BYTES);
  if (columns < 0) return undefined;
  let at = HEADER_BYTES + 2;
  return Array.from({ length: columns }, () => {
    const start = at + 4;
    at = start + Math.max(0, copied.readInt32BE(at));
    return copied.subarray(start, at);
  });
}
