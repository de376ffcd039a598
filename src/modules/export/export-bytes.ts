import type { RenderedSheet } from '../../domain/xlsform/write/xlsx-stream';
import type { ExportLayout, WrittenRows } from '../../workers/export-writer/export-writer.port';
import type { SectionSpool } from './section-spool';

/** The rows of an export, as they are written. */
export type WrittenPieces = AsyncIterable<WrittenRows>;

/** An export whose only section is its top level. */
export async function* exportText(
  { sections, separator, tail }: ExportLayout,
  pieces: WrittenPieces,
): AsyncGenerator<Uint8Array | string> {
  yield sections[0]?.head ?? '';
  let isFirst = true;
  for await (const { texts } of pieces) {
    const text = texts[0];
    if (text === undefined || text.length === 0) continue;
    yield isFirst ? text.subarray(separator.length) : text;
    isFirst = false;
  }
  yield tail;
}

/**
 * The sheets of a workbook: the top level while its rows are written, then each repeat that has any. Rows of repeats wait
 * in spools meanwhile: submissions are read once, so that what points at rows of another sheet points at the right ones.
 */
export async function* exportSheets(
  { sections }: ExportLayout,
  pieces: WrittenPieces,
  makeSpool: () => SectionSpool,
  removeSpool: (spool: SectionSpool) => Promise<void>,
): AsyncGenerator<RenderedSheet> {
  const spools = new Map<number, SectionSpool>();
  const spoolOf = (section: number): SectionSpool => {
    const spool = spools.get(section) ?? makeSpool();
    spools.set(section, spool);
    return spool;
  };
  try {
    yield { name: sections[0]?.title ?? '', xml: topLevel(sections[0]?.head ?? '', pieces, spoolOf) };
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
  pieces: WrittenPieces,
  spoolOf: (section: number) => SectionSpool,
): AsyncGenerator<Uint8Array | string> {
  yield head;
  for await (const { texts } of pieces) {
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
