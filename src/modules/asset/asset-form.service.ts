import { Injectable } from '@nestjs/common';
import { hasFormSettings } from '../../domain/content/content';
import { InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { FormEngine } from '../../workers/form-engine/form-engine';
import { warningText } from '../../language/form-problem';
import { isLanguage, type Language } from '../../language/language';
import { knownText } from '../../language/message';
import type { FormComparison } from '../../domain/form-history/form-comparison';
import type { FormCheck, FormInspection, SheetSource } from '../../workers/form-engine/form-engine-types';
import type { FormPart, FormPartContent } from '../../domain/form-history/form-part';
import type { FormOutline } from '../../domain/form-history/form-outline';
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

  /** @param versionUid default: the current form @throws NotFoundError if there is no such version */
  async outline(
    access: Viewed,
    { language, versionUid }: { language: string | undefined; versionUid?: string },
  ): Promise<FormOutline> {
    return this.engine.outline(await this.contentOf(access, versionUid), language);
  }

  /** Questions and groups of the current form. */
  async parts({ assetId }: Viewed): Promise<readonly FormPart[]> {
    return this.engine.parts((await this.assets.ofAsset(assetId)).content);
  }

  /** A question or group of the current form, as content of its own. @throws InvalidError on `part` if there is none */
  async part({ assetId }: Viewed, path: string): Promise<FormPartContent> {
    const part = await this.engine.part((await this.assets.ofAsset(assetId)).content, path);
    if (part === undefined) throw InvalidError.at('part', 'The form has no such question or group any more.');
    return part;
  }

  /** Doubts about the form, and what the web form does not do with it; each with its sheet and row. */
  async inspect({ assetId }: Viewed): Promise<FormInspection> {
    return this.engine.inspect((await this.assets.ofAsset(assetId)).content);
  }

  /** Checks content before it is saved, as a deployment would. @param language of the texts; English unless it is known */
  async check(
    { assetId }: AssetAccess<'change_asset'>,
    content: SheetSource,
    language?: string,
  ): Promise<FormCheck> {
    const [{ assetType }, storedLanguages] = await Promise.all([
      this.assets.findForm(assetId),
      this.assets.languagesOf(assetId),
    ]);
    const found = await this.engine.check(content, {
      assetType,
      ...(storedLanguages !== undefined && { storedLanguages }),
    });
    return isLanguage(language) ? translated(found, language) : found;
  }

  /** Compares two versions. @param after default: the current form @throws NotFoundError if there is no such version */
  async compare(access: Viewed, before: string, after?: string): Promise<FormComparison> {
    return this.engine.compare(await this.contentOf(access, before), await this.contentOf(access, after));
  }

  private async contentOf(access: Viewed, versionUid: string | undefined): Promise<Uint8Array> {
    const { content } =
      versionUid === undefined
        ? await this.assets.ofAsset(access.assetId)
        : await this.versions.show(access, versionUid);
    return content;
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

function translated({ problems, warnings }: FormCheck, language: Language): FormCheck {
  return {
    problems: problems.map((problem) => ({ ...problem, message: knownText(problem.message).in(language) })),
    warnings: warnings.map((warning) => warningText(warning).in(language)),
  };
}

/** The form title is stored as the asset's name, outside the content. */
function settingsOfSheet({ assetType, name }: StoredForm): Record<string, string> {
  return hasFormSettings(assetType) && name !== '' ? { form_title: name } : {};
}
