import { Injectable } from '@nestjs/common';
import { UID_PREFIX } from '../domain/asset/uid';
import type { RangeRequest } from '../domain/file/staged-file';
import type { AssetAccess } from '../domain/permission/asset-access';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { AssetFileService } from '../modules/media/asset-file.service';
import { EntityFileService } from '../modules/entity/entity-file.service';
import { PairedContentService } from '../modules/submission/paired-data/paired-content.service';
import type { FormFile, FormMedia } from './openrosa.presenter';

export interface FileRequest {
  readonly range: RangeRequest;
  readonly readsRemote?: boolean;
  /** Entities that a collector asks about, separated by commas. */
  readonly ids?: string | undefined;
}

/** All media of a form: its own files, paired data of other projects, and lists of entities. */
@Injectable()
export class FormFiles {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly files: AssetFileService,
    private readonly paired: PairedContentService,
    private readonly entities: EntityFileService,
  ) {}

  /** @throws NotFoundError when the asset is not deployed, or archived */
  async manifestOf(access: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    await this.forms.getActive(access);
    return this.mediaOf(access);
  }

  /** Returns the media of drafts and archived forms too. A file of the name of a list replaces it. */
  async mediaOf(access: AssetAccess<'add_submissions'>): Promise<readonly FormMedia[]> {
    const files = [...(await this.files.mediaOf(access)), ...(await this.paired.mediaOf(access))];
    const names = new Set(files.map(({ name }) => name));
    return [...files, ...(await this.entities.mediaOf(access, names))];
  }

  /**
   * Serves drafts too, for previews.
   * @param name uid with any file extension; `.xml` of a list of entities says which of them are deleted
   */
  async content(
    access: AssetAccess<'add_submissions'>,
    name: string,
    { range, readsRemote = false, ids = '' }: FileRequest,
  ): Promise<FormFile> {
    const uid = name.replace(/\..*$/, '');
    if (uid.startsWith(UID_PREFIX.entityList)) {
      if (name.endsWith('.xml')) {
        return { kind: 'presence', entities: await this.entities.presenceOf(access, uid, ids.split(',')) };
      }
      return { kind: 'entities', lines: await this.entities.lines(access, uid) };
    }
    if (!uid.startsWith(UID_PREFIX.pairedData)) return this.files.content(access, uid, range, readsRemote);
    return { kind: 'paired', content: await this.paired.get(access, uid) };
  }
}
