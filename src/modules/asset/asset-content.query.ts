import { Injectable } from '@nestjs/common';
import { CopyReader } from '../../database/copy/copy-reader';
import { checkedInteger } from '../../database/query/sql-parameters';

/** Large columns of an asset, as JSON in UTF-8. */
export interface LargeColumns {
  readonly content: Uint8Array;
  readonly reportStyles: Uint8Array;
}

/** Reads content as bytes, since it may be large and most callers only forward it. */
@Injectable()
export class AssetContentQuery {
  constructor(private readonly reader: CopyReader) {}

  async ofAsset(assetId: number): Promise<LargeColumns> {
    const columns = await this.reader.readFirstRow(
      `SELECT content, report_styles::text FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    const [content, reportStyles] = columns!;
    return { content: content!, reportStyles: reportStyles! };
  }

  async reportStylesOf(assetId: number): Promise<Uint8Array> {
    const columns = await this.reader.readFirstRow(
      `SELECT report_styles::text FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    return columns![0]!;
  }

  /** Languages of the form, null for the unnamed one; undefined for an asset without rows. */
  async languagesOf(assetId: number): Promise<readonly (string | null)[] | undefined> {
    const columns = await this.reader.readFirstRow(
      `SELECT coalesce(CASE WHEN json_array_length(content -> 'survey') > 0 THEN content -> 'translations' END, 'null')
         FROM asset WHERE id = ${checkedInteger(assetId)}`,
    );
    const languages = JSON.parse(Buffer.from(columns![0]!).toString()) as (string | null)[] | null;
    return languages ?? undefined;
  }

  async ofVersion(versionId: number): Promise<Uint8Array> {
    const columns = await this.reader.readFirstRow(
      `SELECT content FROM asset_version WHERE id = ${checkedInteger(versionId)}`,
    );
    return columns![0]!;
  }
}
