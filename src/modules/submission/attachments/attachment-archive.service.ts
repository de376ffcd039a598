import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type ArchivedFile, zipArchive } from '../../../domain/file/zip-archive';
import { scopeOf } from '../../../domain/query/submission-scope';
import { Storage } from '../../../storage/storage.port';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import type { ReadAccess } from '../read/submission.service';
import { type ArchivedAttachment, AttachmentArchiveQuery } from './attachment-archive.query';

const PAGE_SIZE = 1000;

@Injectable()
export class AttachmentArchiveService {
  constructor(
    private readonly attachments: AttachmentArchiveQuery,
    private readonly forms: DeployedFormService,
    private readonly storage: Storage,
  ) {}

  /**
   * Zips the attachments of the submissions that the caller may view, a folder per submission.
   * @throws InvalidError if the asset was never deployed
   */
  async zip(access: ReadAccess): Promise<Readable> {
    await this.forms.getDeployed(access);
    const files: ArchivedFile[] = [];
    let page: ArchivedAttachment[] = [];
    do {
      page = await this.attachments.page(scopeOf(access), page.at(-1), PAGE_SIZE);
      files.push(...page.map((file) => this.archived(file)));
    } while (page.length === PAGE_SIZE);
    return zipArchive(files);
  }

  private archived({ rootUuid, name, byteSize, sha256, dateCreated }: ArchivedAttachment): ArchivedFile {
    return {
      folder: rootUuid,
      name,
      byteSize,
      date: dateCreated,
      open: () => this.storage.read(sha256),
    };
  }
}
