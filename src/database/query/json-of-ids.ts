import { checkedInteger } from '../copy/checked-integer';

/** A list of ids as SQL text. COPY takes no parameters: the only values in its text are integers, checked here. */
export function listOfIds(ids: readonly number[]): string {
  return `'{${ids.map(checkedInteger).join(',')}}'::bigint[]`;
}

/** SQL text of a query that gives the id and the JSON of these submissions of an asset, by default in the order of ids. */
export function jsonOfIds(assetId: number, ids: readonly number[], order = 'id'): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id = ANY(${listOfIds(ids)}) ORDER BY ${order}`
  );
}

/** The same of the next submissions of an asset behind an id, so many at most. */
export function jsonBehindId(assetId: number, id: number, mostRows: number): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id > ${checkedInteger(id)} ORDER BY id LIMIT ${checkedInteger(mostRows)}`
  );
}
