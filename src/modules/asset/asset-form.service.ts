import { Injectable } from '@nestjs/common';
import { hasFormSettings } from '../../domain/content/content';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { FormEngine } from '../../workers/form-engine/form-engine';
import type { FormComparison } from '../../domain/form-history/form-comparison';
import type { OutlineRow } from '../../domain/form-history/form-outline';
import { AssetRepository, type StoredForm } from './asset.repository';
import { VersionService } from './version.service';

/** Form rendered to bytes: a binary file, or text or JSON in UTF-8. */
export interface RenderedForm {
  readonly uid: string;
  readonly name: string;
  readonly rendering: Uint8Array;
}

type Access = AssetAccess<'view_asset'>;
type Viewed = AssetAccess<'view_asset' | 'change_asset'>;

/** Renders the current content of an asset to other formats (contract-assets 2.8). */
@Injectable()
export class AssetFormService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly engine: FormEngine,
    private readonly versions: VersionService,
  ) {}

  /** @param options expandKobo: expands rows that only KoboToolbox supports to standard XLSForm */
  xlsx(access: Access, { expandKobo }: { expandKobo: boolean }): Promise<RenderedForm> {
    return this.render(access, (content, form) =>
      this.engine.render(content, { as: 'xlsx', expandKobo, settings: settingsOfSheet(form) }),
    );
  }

  /** @throws FormProblemsError when the form does not compile */
  xform(access: Access): Promise<RenderedForm> {
    return this.render(
      access,
      async (content, { uid, name }) => (await this.engine.preview(content, { uid, title: name })).xml,
    );
  }

  /** Flat sheets as JSON, with KoboToolbox rows unexpanded. */
  sheets(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'sheets' }));
  }

  /** Content as JSON, with KoboToolbox rows expanded. */
  validContent(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'valid-content' }));
  }

  table(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'table' }));
  }

  /** Rows of the current form in its order. */
  async outline({ assetId }: Viewed): Promise<readonly OutlineRow[]> {
    return this.engine.outline((await this.assets.ofAsset(assetId)).content);
  }

  /** Doubts about the form, and what the web form does not do with it; each with its sheet and row. */
  async listWarnings({ assetId }: Viewed): Promise<readonly string[]> {
    return this.engine.listWarnings((await this.assets.ofAsset(assetId)).content);
  }

  /** Compares a version with the current content. @throws NotFoundError if there is no such version */
  async compareWith(access: Viewed, versionUid: string): Promise<FormComparison> {
    const [before, after] = await Promise.all([
      this.versions.show(access, versionUid),
      this.assets.ofAsset(access.assetId),
    ]);
    return this.engine.compare(before.content, after.content);
  }

  private async render(
    { assetId }: Access,
    convert: (content: Uint8Array, form: StoredForm) => Promise<Uint8Array>,
  ): Promise<RenderedForm> {
    const form = await this.assets.findForm(assetId);
    const { content } = await this.assets.ofAsset(assetId);
    return { uid: form.uid, name: form.name, rendering: await convert(content, form) };
  }
}

/** The form title is stored as the asset's name, outside the content. */
function settingsOfSheet({ assetType, name }: StoredForm): Record<string, string> {
  return hasFormSettings(assetType) && name !== '' ? { form_title: name } : {};
}
