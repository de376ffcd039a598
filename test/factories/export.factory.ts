import type { TaskStatus } from '../../src/domain/task/task-status';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

export interface ExportJson {
  readonly url: string;
  readonly uid: string;
  readonly status: TaskStatus;
  readonly messages: {
    readonly error_type?: string;
    readonly error?: string;
    readonly warnings?: readonly string[];
  };
  readonly last_submission_time: string | null;
  readonly result: string | null;
  readonly rows_done: number | null;
  readonly rows_total: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export const EXPORT_DEFAULTS = {
  type: 'csv',
  lang: '_default',
  group_sep: '/',
  hierarchy_in_labels: false,
  fields_from_all_versions: true,
  multiple_select: 'both',
};

/** Requests an export that must be accepted. */
export async function startExport(
  app: TestApp,
  assetUid: string,
  request: object = {},
  { by = 'owner' } = {},
): Promise<ExportJson> {
  const { body } = await app
    .as(by)
    .post(`/api/v2/assets/${assetUid}/exports/`)
    .send({ ...EXPORT_DEFAULTS, ...request })
    .expect(201);
  return body as ExportJson;
}

/** Waits until the export has completed or failed. */
export async function waitForExport(app: TestApp, url: string, { by = 'owner' } = {}): Promise<ExportJson> {
  const { body } = await eventually(
    () => app.as(by).get(new URL(url).pathname).expect(200),
    (response) => response.body.status === 'complete' || response.body.status === 'error',
  );
  return body as ExportJson;
}

export async function downloadExport(
  app: TestApp,
  assetUid: string,
  request: object = {},
  { by = 'owner' } = {},
): Promise<Buffer> {
  const { url } = await startExport(app, assetUid, request, { by });
  const { result, messages } = await waitForExport(app, url, { by });
  if (result === null) throw new Error(JSON.stringify(messages));
  return download(app, result, { by });
}

export async function download(app: TestApp, link: string, { by = 'owner' } = {}): Promise<Buffer> {
  const { body } = await app.as(by).get(new URL(link).pathname).buffer(true).parse(readBytes).expect(200);
  return body as Buffer;
}

type Parser = Parameters<ReturnType<ReturnType<TestApp['as']>['get']>['parse']>[0];

/** Parses any response body as bytes; supertest parses by media type. */
export const readBytes: Parser = (response, done) => {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk as string)));
  response.on('end', () => done(null, Buffer.concat(chunks)));
};
