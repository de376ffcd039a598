import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { type FormColumns, formColumns } from './form-columns';

const MAX_FORMS = 100;

/** Reads the columns of deployed forms. Cached: deployed versions never change, and reading them takes long. */
@Injectable()
export class DataForms {
  private readonly cache = new LRUCache<string, FormColumns>({ max: MAX_FORMS });

  constructor(private readonly forms: DeployedFormService) {}

  /** @throws InvalidError if the asset was never deployed */
  async getDeployed(access: AssetAccess<Codename>): Promise<FormColumns> {
    await this.forms.getDeployed(access);
    return (await this.of(access))!;
  }

  /** @returns undefined if the asset was never deployed */
  async of(access: AssetAccess<Codename>): Promise<FormColumns | undefined> {
    const form = await this.forms.findByAsset(access);
    if (form === undefined) return undefined;
    const key = `${access.assetId}:${form.versionUids.join()}`;
    const cached = this.cache.get(key);
    if (cached !== undefined) return cached;
    const { versions } = await this.forms.history(access);
    const columns = formColumns(versions);
    this.cache.set(key, columns);
    return columns;
  }
}
