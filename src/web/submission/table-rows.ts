import { Injectable } from '@nestjs/common';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { SubmissionFormatService } from '../../modules/submission/stream/submission-format.service';
import { dataPage, dataParameters } from './data-query';
import { readDataRow } from './data-row';
import { type TablePage, tableRow } from './data-table.page';
import type { TableView } from './table-head';

/** Renders rows while they are read in chunks, so that memory holds a chunk of submissions and not a page. */
@Injectable()
export class TableRows {
  constructor(private readonly submissions: SubmissionFormatService) {}

  /** @throws InvalidError for a cursor of another order */
  async page(
    access: AssetAccess<'view_submissions'>,
    view: TableView,
    signal: AbortSignal,
    { isSelectable = false } = {},
  ): Promise<TablePage> {
    const { count, nextCursor, chunks } = await this.submissions.rows(
      access,
      dataPage(view.query, view.form),
      signal,
    );
    const context = {
      assetUid: view.assetUid,
      language: view.query.language,
      parameters: dataParameters(view.query, view.form).toString(),
    };
    const rows: Buffer[] = [];
    for await (const chunk of chunks()) {
      for (const json of chunk)
        rows.push(Buffer.from(tableRow(readDataRow(json), view, context, isSelectable)));
    }
    return { ...view, count, nextCursor, rows: Buffer.concat(rows), rowCount: rows.length };
  }
}
