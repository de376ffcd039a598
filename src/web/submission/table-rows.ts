import { Injectable } from '@nestjs/common';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Language } from '../../language/language';
import { SubmissionFormatService } from '../../modules/submission/stream/submission-format.service';
import type { CellContext } from './answer-cell';
import { dataPage, dataParameters, type TableView } from './data-query';
import { type SubmissionRow, readSubmissionRow } from '../../domain/submission/submission-json';
import { type TablePage, tableRow } from './data-table.page';

/** Renders rows while they are read in chunks, so that memory holds a chunk of submissions and not a page. */
@Injectable()
export class TableRows {
  constructor(private readonly submissions: SubmissionFormatService) {}

  /** @throws InvalidError for a cursor of another order */
  async page(
    access: AssetAccess<'view_submissions'>,
    view: TableView,
    signal: AbortSignal,
    { isSelectable, pageLanguage }: { readonly isSelectable: boolean; readonly pageLanguage: Language },
  ): Promise<TablePage> {
    const { count, nextCursor, chunks } = await this.submissions.rows(
      access,
      dataPage(view.query, view.form),
      signal,
    );
    const context = contextOf(view, pageLanguage);
    const rows: Buffer[] = [];
    for await (const chunk of chunks()) {
      for (const json of chunk)
        rows.push(Buffer.from(tableRow(readSubmissionRow(json), view, context, isSelectable)));
    }
    return { ...view, count, nextCursor, rows: Buffer.concat(rows), rowCount: rows.length };
  }
}

function contextOf({ assetUid, query, form }: TableView, pageLanguage: Language): CellContext {
  const parameters = dataParameters(query, form).toString();
  return { assetUid, language: query.language, pageLanguage, parameters };
}

/** A row of the table alone, for the script that edits its cells. */
export function rowFragment(row: SubmissionRow, view: TableView, pageLanguage: Language): string {
  return `<table><tbody>${tableRow(row, view, contextOf(view, pageLanguage), true)}</tbody></table>`;
}
