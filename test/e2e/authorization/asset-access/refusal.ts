import type { Response } from 'supertest';

/** Expects the error format of the route: JSON with `WWW-Authenticate` on a 401, OData, or OpenRosa XML. */
export function expectRefusal(response: Response, expectedMessage: string): void {
  const path = new URL(response.request.url).pathname;
  if (path.includes('/odata')) {
    expect(response.body).toEqual({
      error: { code: expect.any(String) as string, message: expectedMessage },
    });
    const isChallenged = response.status === 401;
    expect(response.headers['www-authenticate']?.startsWith('Basic ')).toBe(isChallenged ? true : undefined);
    expect(response.headers['odata-version']).toBe(isChallenged ? undefined : '4.0');
    return;
  }
  const isCollectorRoute = path.endsWith('/manifest');
  const isJson = ['/api/', '/private-media/', '/projects/'].some((start) => path.startsWith(start));
  if (isJson && !isCollectorRoute) {
    expect(response.headers['content-type']).toBe('application/json');
    expect(response.body).toEqual({ detail: expectedMessage });
    expect(response.headers['www-authenticate']).toBe(
      response.status === 401 ? 'Token realm="api"' : undefined,
    );
    return;
  }
  expect(response.headers['content-type']).toBe('text/xml; charset=utf-8');
  expect(response.headers['x-openrosa-version']).toBe('1.0');
  // OpenRosa messages (contract-data 4.5).
  const message = response.status === 403 ? 'Access denied' : expectedMessage;
  expect(response.text).toContain(`<message nature="">${message}</message>`);
  expect(response.headers['www-authenticate']?.startsWith('Basic realm=') ?? false).toBe(
    response.status === 401,
  );
}
