import { Injectable } from '@nestjs/common';
import { hasFormSettings } from '../../domain/content/asset-type';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { FormEngine } from '../../workers/form-engine/form-engine.port';
import { AssetContentQuery } from './asset-content.query';
import { AssetRepository, type StoredForm } from './asset.repository';

/** An asset's form in one of its renderings: the bytes of a file, or of text or JSON in UTF-8. */
export interface RenderedForm {
  readonly uid: string;
  readonly name: string;
  readonly rendering: Uint8Array;
}

type Access = AssetAccess<'view_asset'>;

/** The current content of an asset in the formats of other tools (contract-assets 2.8). */
@Injectable()
export class AssetFormService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly contents: AssetContentQuery,
    private readonly engine: FormEngine,
  ) {}

  /** As a workbook. @param options expandKobo: Kobo's own rows become plain ones that any tool understands */
  xlsx(access: Access, { expandKobo }: { expandKobo: boolean }): Promise<RenderedForm> {
    return this.render(access, (content, form) =>
      this.engine.render(content, { as: 'xlsx', expandKobo, settings: settingsOfSheet(form) }),
    );
  }

  /**
   * As the XForm that a preview shows.
   * @throws FormProblemsError when it does not compile
   */
  xform(access: Access): Promise<RenderedForm> {
    return this.render(
      access,
      async (content, { uid, name }) => (await this.engine.preview(content, { uid, title: name })).xml,
    );
  }

  /** As JSON of flat sheets, Kobo's own rows kept. */
  sheets(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'sheets' }));
  }

  /** As JSON of the content itself, Kobo's own rows expanded. */
  validContent(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'valid-content' }));
  }

  /** As one table of text. */
  table(access: Access): Promise<RenderedForm> {
    return this.render(access, (content) => this.engine.render(content, { as: 'table' }));
  }

  private async render(
    { assetId }: Access,
    to: (content: Uint8Array, form: StoredForm) => Promise<Uint8Array>,
  ): Promise<RenderedForm> {
    const form = await this.assets.findForm(assetId);
    const { content } = await this.contents.ofAsset(assetId);
    return { uid: form.uid, name: form.name, rendering: await to(content, form) };
  }
}

/** The asset's name is kept beside its content, and is the form's title in a file. */
function settingsOfSheet({ assetType, name }: StoredForm): Record<string, string> {
  return hasFormSettings(assetType) && name !== '' ? { form_title: name } : {};
}
