import { type FormColumns, formColumns } from './form-columns';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type ChoiceFiles, type FileChoices, fileChoicesOf } from '../../domain/form-history/choice-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Codename } from '../../domain/permission/codename';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { ChoiceFileService } from '../../modules/media/choice-file.service';

const MAX_FORMS = 100;

const MAX_CACHED_CHOICES = 200_000;

interface CachedColumns {
  readonly columns: FormColumns;
  readonly choices: FileChoices;
  readonly files: ChoiceFiles;
}

/** Reads the columns of deployed forms. Cached: deployed versions never change, and reading them takes long. */
@Injectable()
export class DataForms {
  private readonly cache = new LRUCache<string, CachedColumns>({
    max: MAX_FORMS,
    maxSize: MAX_CACHED_CHOICES,
    sizeCalculation: ({ files }) => Object.values(files).reduce((sum, { rows }) => sum + rows.length, 1),
  });

  constructor(
    private readonly forms: DeployedFormService,
    private readonly choiceFiles: ChoiceFileService,
  ) {}

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
    if (cached !== undefined) {
      const files = await this.choiceFiles.of(access, cached.choices);
      if (areSame(files, cached.files)) return cached.columns;
    }
    const { versions } = await this.forms.history(access);
    const choices = fileChoicesOf(versions);
    const files = await this.choiceFiles.of(access, choices);
    const columns = formColumns(versions, files);
    this.cache.set(key, { columns, choices, files });
    return columns;
  }
}

/** Tables of equal files are the same objects while they are cached. */
function areSame(files: ChoiceFiles, cached: ChoiceFiles): boolean {
  const keys = new Set([...Object.keys(files), ...Object.keys(cached)]);
  return [...keys].every((key) => files[key] === cached[key]);
}
