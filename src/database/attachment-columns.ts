export interface NewAttachment {
  readonly uid: string;
  readonly name: string;
  /** Normalized name, for uniqueness. */
  readonly nameKey: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly questionXpath: string;
}

const COLUMNS = ['uid', 'name', 'nameKey', 'mimetype', 'byteSize', 'sha256', 'questionXpath'] as const;

/** Arguments of `unnest`: one array per column. */
export function attachmentColumns(attachments: readonly NewAttachment[]): unknown[][] {
  return COLUMNS.map((column) => attachments.map((attachment) => attachment[column]));
}
