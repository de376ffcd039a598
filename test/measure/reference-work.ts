import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { cpuTimeOf } from './cpu-time';

const ROUNDS = 8;
const MEBIBYTE = 1024 * 1024;
const packed = deflateRawSync(Buffer.alloc(4 * MEBIBYTE, '<row><c t="s"><v>1</v></c></row>'));
const rows = JSON.stringify(
  Array.from({ length: 4_000 }, (_, id) => ({ id, name: `row ${id}`, answers: [id, `${id}`, null] })),
);

function work(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = inflateRawSync(packed).toString('latin1');
    let tags = 0;
    for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) === 60) tags += 1;
    if (JSON.stringify(JSON.parse(rows)).length + tags === 0)
      throw new Error('The reference workload is empty.');
  }
}

/** CPU time of a reference workload in ms, to scale limits to the current machine and load. */
export function referenceWorkMs(): Promise<number> {
  return cpuTimeOf(work);
}
