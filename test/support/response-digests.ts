import { createHash } from 'node:crypto';
import request from 'supertest';
import type { TestApp } from './app';
import { withoutPadding } from './page-padding';

/** Fields that differ on each request: timestamps and change tokens. */
const VOLATILE_FIELDS = /"(server_time|last_updated|token|next)":\s*"[^"]*"/g;
const POSITION = /since=-?\d+-/;

/** Crawls links from `from` and returns status and SHA-256 by path. @param publicUrl prefix of links */
export async function digestResponses(
  app: TestApp,
  token: string,
  { publicUrl, from }: { publicUrl: string; from: readonly string[] },
): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  const queue = [...from];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (path.replace(POSITION, 'since=') in digests) continue;
    const response = await request(app.origin)
      .get(path)
      .set('Authorization', `Token ${token}`)
      .set('Accept', 'application/json')
      .set('X-OpenRosa-Version', '1.0')
      .buffer(true)
      .parse((incoming, done) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => done(null, Buffer.concat(chunks)));
      });
    const bytes = response.body as Buffer;
    const isText = /json|xml|text/.test(response.type);
    const content = isText ? withoutPadding(bytes.toString().replace(VOLATILE_FIELDS, '')) : bytes;
    digests[path.replace(POSITION, 'since=')] =
      `${response.status} ${createHash('sha256').update(content).digest('hex')}`;
    if (!isText) continue;
    for (const [, link] of bytes.toString().matchAll(new RegExp(`${publicUrl}(/[^"<\\s]*)`, 'g')))
      if (!(link! in digests)) queue.push(link!);
  }
  return digests;
}
