import type { Request } from 'express';
import type { Actor } from '../../domain/account/actor';
import type { DataQuery } from './data-query';
import { keptColumns, withKeptColumns } from './table-rows';

const request = (cookie?: string): Request =>
  ({ headers: { cookie }, protocol: 'http', host: 'h.example', app: new Map() }) as unknown as Request;
const actor = (id: number) => ({ kind: 'user', id }) as unknown as Actor;

function cookieFor(keys: readonly string[]): string {
  const query = { columns: keys.map((key) => ({ key })), isChosen: true } as unknown as DataQuery;
  const [cookie] = keptColumns(request(), actor(7), 'aUid', { sent: { c: keys }, query });
  return cookie!;
}

describe('kept columns', () => {
  it('are those of the person', () => {
    const cookie = cookieFor(['g/a', 'b']).split(';')[0];
    expect(withKeptColumns(request(cookie), actor(7), {})).toEqual({ c: ['g/a', 'b'] });
    expect(withKeptColumns(request(cookie), actor(8), {})).toEqual({});
    expect(withKeptColumns(request(cookie), actor(7), { c: 'x' })).toEqual({ c: 'x' });
  });

  it.each(['g/a_question', 'вопрос', 'سؤال'])('are forgotten where a browser refuses them: %s', (name) => {
    const keys = Array.from({ length: 100 }, (_, index) => `${name}_${index}`);
    for (let count = 1; count <= keys.length; count += 1) {
      const cookie = cookieFor(keys.slice(0, count));
      expect(cookie.length).toBeLessThan(4_000);
      expect(cookie.includes('Max-Age=0')).toBe(cookie.startsWith('columns=;'));
    }
  });
});
