import type { Response } from 'supertest';

/** Expects an OpenRosa response, for a success as for an error. */
export function expectOpenRosa({ headers, text, status }: Response): void {
  expect(headers['x-openrosa-version']).toBe('1.0');
  expect(headers['x-openrosa-accept-content-length']).toBe('10000000');
  expect(Number.isNaN(Date.parse(headers['date']!))).toBe(false);
  expect(headers['content-type']).toBe('text/xml; charset=utf-8');
  if (status === 204) return;
  expect(text.startsWith('<?xml version="1.0" encoding="utf-8"?>')).toBe(true);
}

export function messageOf(response: Response): string {
  expectOpenRosa(response);
  return /<message[^>]*>(.*?)<\/message>/s.exec(response.text)?.[1] ?? '';
}
