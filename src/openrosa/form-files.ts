import { Injectable } from '@nestjs/common';
import { UID_PREFIX } from '../domain/asset/uid';
import type { AskedPart } from '../domain/file/file-part';
import type { AssetAccess } from '../domain/permission/asset-access';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { AssetFileService, type FormMedia } from '../modules/media/asset-file.service';
import { PairedContentService } from '../modules/paired-data/paired-content.service';
import type { FormFile } from './openrosa.presenter';

/** All that travels with a form, wherever it comes from. */
@Injectable()
export class FormFiles {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly files: AssetFileService,
    private readonly paired: PairedContentService,
  ) {}

  /** What collectors fetch with the form. @throws NotFoundError when the asset is not deployed, or archived */
  async manifestOf(access: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    await this.forms.active(access);
    return this.mediaOf(access);
  }

  /** The same, whether there is a form to be filled in or not. */
  async mediaOf(access: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    return [...(await this.files.mediaOf(access)), ...(await this.paired.mediaOf(access))];
  }

  /** Previews of drafts ask for files too. @param name a uid, with any ending */
  async content(access: AssetAccess<'add_submissions'>, name: string, asked: AskedPart): Promise<FormFile> {
    const uid = name.replace(/\..*$/, '');
    if (!uid.startsWith(UID_PREFIX.pairedData)) return this.files.content(access, uid, asked);
    return { kind: 'paired', content: await this.paired.show(access, uid) };
  }
}
