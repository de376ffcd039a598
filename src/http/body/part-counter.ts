/** Counts the parts of a multipart body, to detect nameless parts that the parser drops silently. */
export class PartCounter {
  private readonly opening: Buffer;
  /** End of the previous chunk: a boundary may be split. Starts with a line break, which the first boundary lacks. */
  private tail = Buffer.from('\r\n');
  private found = 0;

  constructor(contentType: string) {
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
    this.opening = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}\r\n`, 'latin1');
  }

  get parts(): number {
    return this.found;
  }

  update(chunk: Buffer): void {
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
