import { createHash } from 'node:crypto';
import request from 'supertest';
import type { TestApp } from './app';

/** What is other with each request: the time, and positions in the feed of changes. */
const PASSING = /"(server_time|token|next)":\s*"[^"]*"/g;
const POSITION = /since=-?\d+-/;

/**
 * Everything that the service answers to somebody who follows each link from the first lists on, as one line a link: status
 * and SHA-256.
 * @param publicUrl what links begin with
 */
export async function digestOfAnswers(
  app: TestApp,
  token: string,
  { publicUrl, from }: { publicUrl: string; from: readonly string[] },
): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const waiting = [...from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (path.replace(POSITION, 'since=') in found) continue;
    const answer = await request(app.origin)
      .get(path)
      .set('Authorization', `Token ${token}`)
      .set('Accept', 'application/json')
      .set('X-OpenRosa-Version', '1.0')
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done(null, Buffer.concat(chunks)));
      });
    const bytes = answer.body as Buffer;
    const isText = /json|xml|text/.test(answer.type);
    const content = isText ? bytes.toString().replace(PASSING, '') : bytes;
    found[path.replace(POSITION, 'since=')] =
      `${answer.status} ${createHash('sha256').update(content).digest('hex')}`;
    if (!isText) continue;
    for (const [, link] of bytes.toString().matchAll(new RegExp(`${publicUrl}(/[^"<\\s]*)`, 'g')))
      if (!(link! in found)) waiting.push(link!);
  }
  return found;
}
