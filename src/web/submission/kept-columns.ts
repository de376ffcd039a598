import type { Request } from 'express';
import type { Actor } from '../../domain/account/actor';
import { COLUMNS_COOKIE, cookieOf, setCookie } from '../../http/cookie/cookies';
import type { Sent } from '../page/handle-form';
import { type DataQuery, tablePath } from './data-query';

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
