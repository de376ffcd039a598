import { Injectable } from '@nestjs/common';
import type { AssetEntity } from '../../database/entities/asset.entity';
import type { AssetType } from '../../domain/content/asset-type';
import {
  type ContentBytes,
  FormEngine,
  type FormSource,
  type PreparedForm,
} from '../../workers/form-engine/form-engine.port';
import { AssetContentQuery } from './asset-content.query';

/** What a save says about the form of an asset; nothing leaves it as it is. */
export interface FormInput {
  /** What the asset shall be from now on. */
  readonly assetType?: AssetType;
  /** Sheets in any of the forms that clients send, or the standard one. */
  readonly content?: FormSource;
  /** Languages that the form shall have; nothing where another form is put in its place. */
  readonly languages?: readonly (string | null)[];
  /** The form, when it has been prepared already. */
  readonly form?: PreparedForm;
  readonly reportStyles?: Readonly<Record<string, unknown>>;
}

/** What becomes of the form of an asset and of the styles of its reports; what stays as it is, is absent. */
export interface FormChange {
  readonly form?: PreparedForm;
  readonly reportStyles?: Uint8Array;
  /** The styles as they were, where others were sent. */
  readonly formerStyles?: Readonly<Record<string, unknown>>;
}

type Stored = Pick<AssetEntity, 'id' | 'assetType'>;

/** Prepares forms for saves. It takes its time, so it is done before the asset is locked (decision 127). */
@Injectable()
export class FormChangeService {
  constructor(
    private readonly engine: FormEngine,
    private readonly contents: AssetContentQuery,
  ) {}

  /** @throws InvalidError for content that is no form at all, and for languages that the form can't be given */
  async prepare(stored: Stored, input: FormInput): Promise<FormChange> {
    const change = await this.prepareForm(stored, input);
    if (input.reportStyles === undefined) return change;
    const former = Buffer.from(await this.contents.reportStylesOf(stored.id)).toString();
    return { ...change, formerStyles: JSON.parse(former) as Record<string, unknown> };
  }

  private async prepareForm({ id, assetType: storedType }: Stored, input: FormInput): Promise<FormChange> {
    const { form, reportStyles: given, assetType = storedType } = input;
    const { content, languages } = input;
    // Types differ in what a form of them has, so that one of another type is standardised anew.
    const isOther = assetType !== storedType || languages !== undefined;
    const source = content ?? (isOther ? await this.contentOf(id) : undefined);
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
      ...{ assetType, reportStyles },
      ...(storedLanguages !== undefined && { storedLanguages }),
      ...(content === undefined && languages !== undefined && { languages }),
    });
    return { form: changed, reportStyles: changed.reportStyles };
  }

  private async contentOf(assetId: number): Promise<ContentBytes> {
    return (await this.contents.ofAsset(assetId)).content;
  }
}
