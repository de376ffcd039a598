import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Contents of the parts of a multipart body, without looking at headers. */
export function partsOf(body: Buffer): Buffer[] {
  const opening = body.subarray(0, body.indexOf('\r\n'));
  const closing = Buffer.concat([Buffer.from('\r\n'), opening]);
  const parts: Buffer[] = [];
  for (let at = 0, end = 0; ; at = end + 2) {
    const start = body.indexOf('\r\n\r\n', at) + 4;
    end = start < 4 ? -1 : body.indexOf(closing, start);
    if (end === -1) return parts;
    parts.push(body.subarray(start, end));
  }
}

/** Stores bytes by their SHA-256: hashes, writes, syncs, renames, and syncs the folder. */
export async function keepFile(bytes: Buffer, folder: string): Promise<void> {
  const name = createHash('sha256').update(bytes).digest('hex');
  const directory = join(folder, name.slice(0, 2));
  const draft = join(folder, randomUUID());
  await mkdir(directory, { recursive: true });
  const file = await open(draft, 'wx');
  await file.write(bytes);
  await file.sync();
  await file.close();
  await rename(draft, join(directory, name.slice(2)));
  const named = await open(directory, 'r');
  await named.sync();
  await named.close();
}
