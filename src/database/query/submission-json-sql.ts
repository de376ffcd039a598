import { checkedInteger } from './sql-parameters';

/** Array literal of checked integers, for COPY, which takes no parameters. */
export function idArraySql(ids: readonly number[]): string {
  return `'{${ids.map(checkedInteger).join(',')}}'::bigint[]`;
}

/** Query for id and JSON of these submissions of an asset, by default ordered by id. */
export function submissionJsonSql(assetId: number, ids: readonly number[], order = 'id'): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id = ANY(${idArraySql(ids)}) ORDER BY ${order}`
  );
}

/** Query for id and JSON of at most `maxRows` submissions of an asset after an id. */
export function submissionJsonAfterSql(assetId: number, id: number, maxRows: number): string {
  return (
    `SELECT id, json FROM submission WHERE asset_id = ${checkedInteger(assetId)} ` +
    `AND id > ${checkedInteger(id)} ORDER BY id LIMIT ${checkedInteger(maxRows)}`
  );
}
