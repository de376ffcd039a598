import type { OpenedFile } from '../../../domain/file/opened-file';
import { Reply } from '../../../http/reply';
import { fileResponse } from '../../../http/streaming/file-response';

export function presentAttachment(file: OpenedFile): Reply {
  return fileResponse(file, { allowInline: true });
}

/** Body of a removal (contract-data 3.8). */
export function presentRemovedAttachments(count: number) {
  return { message: `${count} attachments deleted` };
}
