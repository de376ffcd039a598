import { Injectable } from '@nestjs/common';
import type { AssetEntity } from '../../database/entities/asset.entity';
import type { AssetType } from '../../domain/content/content';
import { FormEngine } from '../../workers/form-engine/form-engine';
import type { ContentBytes, SheetSource, PreparedForm } from '../../workers/form-engine/form-engine-types';
import { AssetRepository } from './asset.repository';

export interface FormInput {
  readonly assetType?: AssetType;
  /** Sheets in any client format, or standard content. */
  readonly content?: SheetSource;
  /** New languages; ignored when `content` or `form` is given. */
  readonly languages?: readonly (string | null)[];
  readonly form?: PreparedForm;
  readonly reportStyles?: Readonly<Record<string, unknown>>;
}

/** Prepared change of form and report styles; unchanged parts are absent. */
export interface FormChange {
  readonly form?: PreparedForm;
  readonly reportStyles?: Uint8Array;
  /** Report styles before the change, when it sets others. */
  readonly formerStyles?: Readonly<Record<string, unknown>>;
}

type Stored = Pick<AssetEntity, 'id' | 'assetType'>;

/** Prepares forms for saving, before the asset is locked since it is slow (decision 127). */
@Injectable()
export class FormChangeService {
  constructor(
    private readonly engine: FormEngine,
    private readonly contents: AssetRepository,
  ) {}

  /** @throws InvalidError for invalid content, and for languages that the form cannot have */
  async prepare(stored: Stored, input: FormInput): Promise<FormChange> {
    const change = await this.prepareForm(stored, input);
    if (input.reportStyles === undefined) return change;
    const former = Buffer.from(await this.contents.reportStylesOf(stored.id)).toString();
    return { ...change, formerStyles: JSON.parse(former) as Record<string, unknown> };
  }

  private async prepareForm({ id, assetType: storedType }: Stored, input: FormInput): Promise<FormChange> {
    const { form, reportStyles: given, assetType = storedType } = input;
    const { content, languages } = input;
    // Standard content depends on the type and on the languages.
    const mustStandardise = assetType !== storedType || languages !== undefined;
    const source = content ?? (mustStandardise ? await this.contentOf(id) : undefined);
    if (source === undefined && form === undefined && given === undefined) return {};
    const reportStyles = given ?? (await this.contents.reportStylesOf(id));
    if (form !== undefined) {
      return { form, reportStyles: await this.engine.styleReports(form.content, reportStyles) };
    }
    if (source === undefined) {
      return { reportStyles: await this.engine.styleReports(await this.contentOf(id), reportStyles) };
    }
    const storedLanguages = await this.contents.languagesOf(id);
    const changed = await this.engine.standardise(source, {
      assetType,
      reportStyles,
      ...(storedLanguages !== undefined && { storedLanguages }),
      ...(content === undefined && languages !== undefined && { languages }),
    });
    return { form: changed, reportStyles: changed.reportStyles };
  }

  private async contentOf(assetId: number): Promise<ContentBytes> {
    return (await this.contents.ofAsset(assetId)).content;
  }
}
