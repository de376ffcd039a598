/**
 * Counts the parts of a multipart body as its bytes pass. The parser tells nothing of a part that it can't name; who
 * compares the counts knows that one was passed over.
 */
export class PartCount {
  private readonly opening: Buffer;
  /** The end of what has passed: an opening may lie across chunks. The first one needs no line before it. */
  private tail = Buffer.from('\r\n');
  private found = 0;

  /** @param contentType with the boundary */
  constructor(contentType: string) {
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
    this.opening = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}\r\n`, 'latin1');
  }

  get parts(): number {
    return this.found;
  }

  see(chunk: Buffer): void {
    const { length } = this.opening;
    const seam = Buffer.concat([this.tail, chunk.subarray(0, length - 1)]);
    this.count(seam);
    if (chunk.length < length) {
      this.tail = Buffer.from(seam.subarray(Math.max(0, seam.length - length + 1)));
      return;
    }
    this.count(chunk);
    this.tail = Buffer.from(chunk.subarray(chunk.length - length + 1));
  }

  private count(bytes: Buffer): void {
    for (let at = bytes.indexOf(this.opening); at !== -1; at = bytes.indexOf(this.opening, at + 1)) {
      this.found += 1;
    }
  }
}
