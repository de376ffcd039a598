import { Injectable } from '@nestjs/common';
import { UID_PREFIX } from '../domain/asset/uid';
import type { AskedPart } from '../domain/file/file-part';
import type { AssetAccess } from '../domain/permission/asset-access';
import { AssetFileService, type FormMedia } from '../modules/media/asset-file.service';
import { PairedContentService } from '../modules/pairing/paired-content.service';
import type { FormFile } from './openrosa.presenter';

/** All that travels with a form, wherever it comes from. */
@Injectable()
export class FormFiles {
  constructor(
    private readonly files: AssetFileService,
    private readonly paired: PairedContentService,
  ) {}

  async mediaOf(access: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    return [...(await this.files.mediaOf(access)), ...(await this.paired.mediaOf(access))];
  }

  /** @param name a uid, with any ending */
  async content(access: AssetAccess<'add_submissions'>, name: string, asked: AskedPart): Promise<FormFile> {
    const uid = name.replace(/\..*$/, '');
    if (!uid.startsWith(UID_PREFIX.pairedData)) return this.files.content(access, uid, asked);
    return { kind: 'paired', content: await this.paired.show(access, uid) };
  }
}
