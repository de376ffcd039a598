import type { Request } from 'express';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { COLUMNS_COOKIE, cookieOf, setCookie } from '../../http/cookie/cookies';
import type { Sent } from '../page/handle-form';
import { type DataQuery, tablePath, dataPage, dataParameters, type TableView } from './data-query';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Language } from '../../language/language';
import { SubmissionFormatService } from '../../modules/submission/stream/submission-format.service';
import type { CellContext } from './answer-cell';
import { type SubmissionRow, readSubmissionRow } from '../../domain/submission/submission-json';
import { type TablePage, tableRow } from './data-table.page';

const LIFETIME_MS = 365 * 86_400_000;
/** Browsers refuse cookies of more than 4 kB, and keep the former one. */
const MAX_LENGTH = 3_500;

/** Parameters of the table with the columns that the person chose last in this project, unless they name some. */
export function withKeptColumns(request: Request, actor: Actor, sent: Sent): Sent {
  if (sent['c'] !== undefined) return sent;
  const [person, ...keys] = (cookieOf(request, COLUMNS_COOKIE) ?? '').split(',');
  return person === personOf(actor) && keys.length > 0 ? { ...sent, c: keys } : sent;
}

/** Cookie that keeps the columns that were chosen; none if the parameters name none. */
export function keptColumns(
  request: Request,
  actor: Actor,
  uid: string,
  { sent, query: { columns, isChosen } }: { readonly sent: Sent; readonly query: DataQuery },
): string[] {
  if (sent['c'] === undefined) return [];
  const text = [personOf(actor), ...columns.map(({ key }) => key)].join();
  const isKept = isChosen && encodeURIComponent(text).length <= MAX_LENGTH;
  return [setCookie(request, COLUMNS_COOKIE, isKept ? text : '', isKept ? LIFETIME_MS : 0, tablePath(uid))];
}

function personOf(actor: Actor): string {
  return actor.kind === 'user' ? String(actor.id) : '';
}

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
