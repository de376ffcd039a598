import { Injectable } from '@nestjs/common';
import { hasFormSettings } from '../../domain/content/asset-type';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { compilePreview } from '../../domain/xform/compile-preview';
import { contentToXlsx } from '../../domain/xlsform/content-to-xlsx';
import { type FlatContent, flatContent, validContent } from '../../domain/xlsform/flat-content';
import { contentToSheets, type FlattenOptions } from '../../domain/xlsform/flat-sheet';
import { tableView } from '../../domain/xlsform/table-view';
import { AssetRepository, type StoredForm } from './asset.repository';

/** An asset's form in one of its renderings. */
export interface RenderedForm<Rendering> {
  readonly uid: string;
  readonly name: string;
  readonly rendering: Rendering;
}

type Access = AssetAccess<'view_asset'>;

/** The current content of an asset in the formats of other tools (contract-assets 2.8). */
@Injectable()
export class AssetFormService {
  constructor(private readonly assets: AssetRepository) {}

  /** As a workbook. @param options expandKobo: Kobo's own rows become plain ones that any tool understands */
  xlsx(access: Access, options: Pick<FlattenOptions, 'expandKobo'>): Promise<RenderedForm<Uint8Array>> {
    return this.render(access, (form) =>
      contentToXlsx(form.content, { ...options, settings: settingsOfSheet(form) }),
    );
  }

  /**
   * As the XForm that a preview shows.
   * @throws FormProblemsError when it does not compile
   */
  xform(access: Access): Promise<RenderedForm<string>> {
    return this.render(access, ({ content, uid, name }) => compilePreview(content, { uid, title: name }).xml);
  }

  /** As flat sheets, Kobo's own rows kept. */
  sheets(access: Access): Promise<RenderedForm<FlatContent>> {
    return this.render(access, ({ content }) => flatContent(content, { expandKobo: false }));
  }

  /** As flat sheets of a plain XLSForm. */
  plainSheets(access: Access): Promise<RenderedForm<FlatContent>> {
    return this.render(access, ({ content }) => validContent(content));
  }

  /** As one table of text. */
  table(access: Access): Promise<RenderedForm<string>> {
    return this.render(access, ({ content }) => tableView(contentToSheets(content, { expandKobo: false })));
  }

  private async render<Rendering>(
    { assetId }: Access,
    to: (form: StoredForm) => Rendering | Promise<Rendering>,
  ): Promise<RenderedForm<Rendering>> {
    const form = await this.assets.findForm(assetId);
    return { uid: form.uid, name: form.name, rendering: await to(form) };
  }
}

/** The asset's name is kept beside its content, and is the form's title in a file. */
function settingsOfSheet({ assetType, name }: StoredForm): Record<string, string> {
  return hasFormSettings(assetType) && name !== '' ? { form_title: name } : {};
}
