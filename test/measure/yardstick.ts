import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { processorTimeOf } from './processor-time';

const ROUNDS = 8;
const MEBIBYTE = 1024 * 1024;
const packed = deflateRawSync(Buffer.alloc(4 * MEBIBYTE, '<row><c t="s"><v>1</v></c></row>'));
const rows = JSON.stringify(
  Array.from({ length: 4_000 }, (_, id) => ({ id, name: `row ${id}`, answers: [id, `${id}`, null] })),
);

/** Unpacks some megabytes and looks at each of their characters, reads and writes some JSON. */
function work(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = inflateRawSync(packed).toString('latin1');
    let tags = 0;
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 60) tags += 1;
    if (JSON.stringify(JSON.parse(rows)).length + tags === 0)
      throw new Error('There is nothing to measure by.');
  }
}

/**
 * Milliseconds of processor time that a certain work takes here and now: on a slow machine, or one whose processors others
 * share, as much longer as other work of the kind does. For bars that mean the same everywhere.
 */
export function yardstickMs(): Promise<number> {
  return processorTimeOf(work);
}
