/** An attachment about to be written. */
export interface NewAttachment {
  readonly uid: string;
  /** As the client sent it. */
  readonly name: string;
  /** By which names that look alike are one. */
  readonly nameKey: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly questionXpath: string;
}

/** Attachments as one array for each column of `unnest`. */
export function attachmentColumns(attachments: readonly NewAttachment[]): unknown[][] {
  const columns: (keyof NewAttachment)[] = [
    'uid',
    'name',
    'nameKey',
    'mimetype',
    'byteSize',
    'sha256',
    'questionXpath',
  ];
  return columns.map((column) => attachments.map((attachment) => attachment[column]));
}
