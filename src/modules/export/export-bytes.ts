import type { RenderedSheet } from '../../domain/workbook/xlsx-stream';
import type { ExportLayout, WrittenRows } from '../../workers/export-writer/export-writer.port';
import type { SectionSpool } from './section-spool';

export type WrittenChunks = AsyncIterable<WrittenRows>;

/** Text of an export with a single section. */
export async function* exportText(
  { sections, separator, tail }: ExportLayout,
  chunks: WrittenChunks,
): AsyncGenerator<Uint8Array | string> {
  yield sections[0]?.head ?? '';
  let isFirst = true;
  for await (const { texts } of chunks) {
    const text = texts[0];
    if (text === undefined || text.length === 0) continue;
    yield isFirst ? text.subarray(separator.length) : text;
    isFirst = false;
  }
  yield tail;
}

/**
 * Sheets of a workbook: the top level, then each repeat with rows. Submissions are read once, so that row indexes
 * across sheets are consistent; meanwhile the rows of repeats are spooled.
 */
export async function* exportSheets(
  { sections }: ExportLayout,
  chunks: WrittenChunks,
  createSpool: () => SectionSpool,
  removeSpool: (spool: SectionSpool) => Promise<void>,
): AsyncGenerator<RenderedSheet> {
  const spools = new Map<number, SectionSpool>();
  const spoolOf = (section: number): SectionSpool => {
    const spool = spools.get(section) ?? createSpool();
    spools.set(section, spool);
    return spool;
  };
  try {
    yield { name: sections[0]?.title ?? '', xml: topLevel(sections[0]?.head ?? '', chunks, spoolOf) };
    for (const [section, { title, head }] of sections.entries()) {
      const spool = spools.get(section);
      if (spool !== undefined) yield { name: title, xml: repeat(head, spool) };
    }
  } finally {
    for (const spool of spools.values()) await removeSpool(spool);
  }
}

async function* topLevel(
  head: string,
  chunks: WrittenChunks,
  spoolOf: (section: number) => SectionSpool,
): AsyncGenerator<Uint8Array | string> {
  yield head;
  for await (const { texts } of chunks) {
    for (const [section, text] of texts.entries()) {
      if (section > 0 && text.length > 0) await spoolOf(section).write(text);
    }
    yield texts[0] ?? '';
  }
}

async function* repeat(head: string, spool: SectionSpool): AsyncGenerator<Uint8Array | string> {
  yield head;
  yield* await spool.read();
}
