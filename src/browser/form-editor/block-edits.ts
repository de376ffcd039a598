/** Edits of several rows at once, each with all that is in it. Rows are named by their keys. */
import { endOfBlock, type FormContent, isBegin, isEnd, type Row } from './form-content';
import { withOwnNames, type MakeKey } from './form-edits';

export type Keys = ReadonlySet<string>;

interface Block {
  readonly start: number;
  /** Last row of it. */
  readonly end: number;
}

/** Blocks of the rows, without those inside of another one. */
export function blocksOf({ survey }: FormContent, keys: Keys): Block[] {
  const blocks: Block[] = [];
  for (let start = 0; start < survey.length; start += 1) {
    if (!keys.has(survey[start]!.$kuid)) continue;
    const end = endOfBlock(survey, start);
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

export function rowsOfBlocks(content: FormContent, keys: Keys): Row[] {
  return blocksOf(content, keys).flatMap(({ start, end }) => content.survey.slice(start, end + 1));
}

/**
 * Moves blocks together before the row at `to`, or to the end of the form.
 * @returns the same content if they would be moved into themselves, or stay
 */
export function moveBlocks(content: FormContent, keys: Keys, to: number): FormContent {
  const { survey } = content;
  if (blocksOf(content, keys).some(({ start, end }) => to > start && to <= end)) return content;
  const rows = rowsOfBlocks(content, keys);
  const moved = new Set(rows);
  const stays = (row: Row): boolean => !moved.has(row);
  const next = [...survey.slice(0, to).filter(stays), ...rows, ...survey.slice(to).filter(stays)];
  return next.every((row, at) => row === survey[at]) ? content : { ...content, survey: next };
}

/** Moves blocks by one row: past a question, into a group or out of it. */
export function moveBlocksBy(content: FormContent, keys: Keys, step: -1 | 1): FormContent {
  const blocks = blocksOf(content, keys);
  if (blocks.length === 0) return content;
  const to = step < 0 ? blocks[0]!.start - 1 : blocks.at(-1)!.end + 2;
  return to < 0 || to > content.survey.length ? content : moveBlocks(content, keys, to);
}

/** Removes blocks. Choices stay: other questions may use them. */
export function removeBlocks(content: FormContent, keys: Keys): FormContent {
  const removed = new Set(rowsOfBlocks(content, keys));
  return { ...content, survey: content.survey.filter((row) => !removed.has(row)) };
}

/** Copies blocks behind the last of them. @returns also the keys of the copies */
export function copyBlocks(
  content: FormContent,
  keys: Keys,
  makeKey: MakeKey,
): { content: FormContent; keys: string[] } {
  const blocks = blocksOf(content, keys);
  const rows = withOwnNames(content, rowsOfBlocks(content, keys), makeKey, content);
  return insertRows(content, rows, (blocks.at(-1)?.end ?? content.survey.length - 1) + 1);
}

/** Index that rows are put before to stand behind the chosen ones; inside of a single group that is empty. */
export function placeBehind(content: FormContent, keys: Keys): number {
  const last = blocksOf(content, keys).at(-1);
  if (last === undefined) return content.survey.length;
  const isEmptyGroup = last.end === last.start + 1 && keys.size === 1;
  return isEmptyGroup ? last.end : last.end + 1;
}

/** Adds rows that belong together before the row at `at`. @returns also the keys of those at their first level */
export function insertRows(
  content: FormContent,
  rows: readonly Row[],
  at: number,
): { content: FormContent; keys: string[] } {
  const { survey } = content;
  let depth = 0;
  const keys = rows.flatMap((row) => {
    if (isEnd(row.type)) depth -= 1;
    const isFirst = depth === 0 && !isEnd(row.type);
    if (isBegin(row.type)) depth += 1;
    return isFirst ? [row.$kuid] : [];
  });
  return { content: { ...content, survey: [...survey.slice(0, at), ...rows, ...survey.slice(at)] }, keys };
}
