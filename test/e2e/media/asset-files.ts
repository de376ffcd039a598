import { createHash } from 'node:crypto';
import type { Test } from 'supertest';
import type { TestApp } from '../../support/app';

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
export const md5 = (bytes: Buffer | string): string => createHash('md5').update(bytes).digest('hex');
export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

export interface FileJson {
  readonly uid: string;
  readonly url: string;
  readonly content: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export const filesOf = (uid: string, below = ''): string => `/api/v2/assets/${uid}/files/${below}`;
export const pathOf = (url: string): string => new URL(url).pathname;

export function upload(
  app: TestApp,
  uid: string,
  bytes: Buffer,
  { name = 'crab.png', by = 'owner', type = 'form_media' } = {},
): Test {
  return app.as(by).post(filesOf(uid)).field('file_type', type).attach('content', bytes, name);
}

export const uploaded = async (
  app: TestApp,
  uid: string,
  bytes: Buffer,
  options?: Parameters<typeof upload>[3],
): Promise<FileJson> => (await upload(app, uid, bytes, options).expect(201)).body as FileJson;

export const send = (app: TestApp, uid: string, body: object): Test =>
  app
    .as('owner')
    .post(filesOf(uid))
    .send({ file_type: 'form_media', ...body });
