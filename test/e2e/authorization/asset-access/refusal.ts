import type { Response } from 'supertest';

/** JSON with `WWW-Authenticate` where it is due on the API, OData's in the feed; OpenRosa XML on the routes of collectors. */
export function expectRefusal(answer: Response, sentence: string): void {
  const path = new URL(answer.request.url).pathname;
  if (path.includes('/odata')) {
    expect(answer.body).toEqual({ error: { code: expect.any(String) as string, message: sentence } });
    const isAsked = answer.status === 401;
    expect(answer.headers['www-authenticate']?.startsWith('Basic ')).toBe(isAsked ? true : undefined);
    expect(answer.headers['odata-version']).toBe(isAsked ? undefined : '4.0');
    return;
  }
  const isOfCollectors = path.endsWith('/manifest');
  if ((path.startsWith('/api/') && !isOfCollectors) || path.startsWith('/private-media/')) {
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.body).toEqual({ detail: sentence });
    expect(answer.headers['www-authenticate']).toBe(answer.status === 401 ? 'Token realm="api"' : undefined);
    return;
  }
  expect(answer.headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(answer.headers['x-openrosa-version']).toBe('1.0');
  // The words that collectors know (contract-data 4.5).
  const said = answer.status === 403 ? 'Access denied' : sentence;
  expect(answer.text).toContain(`<message nature="">${said}</message>`);
  expect(answer.headers['www-authenticate']?.startsWith('Basic realm=') ?? false).toBe(answer.status === 401);
}
