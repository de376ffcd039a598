import type { TaskStatus } from '../../src/domain/task/task-status';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';

/** An export as the service shows it. */
export interface ExportJson {
  readonly url: string;
  readonly uid: string;
  readonly status: TaskStatus;
  readonly messages: { readonly error_type?: string; readonly error?: string };
  readonly last_submission_time: string | null;
  readonly result: string | null;
  readonly rows_done: number | null;
  readonly rows_total: number | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What has to be said of every export. */
export const USUAL = {
  type: 'csv',
  lang: '_default',
  group_sep: '/',
  hierarchy_in_labels: false,
  fields_from_all_versions: true,
  multiple_select: 'both',
};

/** Asks for an export that must be taken. */
export async function startExport(
  app: TestApp,
  assetUid: string,
  request: object = {},
  { by = 'owner' } = {},
): Promise<ExportJson> {
  const { body } = await app
    .as(by)
    .post(`/api/v2/assets/${assetUid}/exports/`)
    .send({ ...USUAL, ...request })
    .expect(201);
  return body as ExportJson;
}

/** Waits until an export has ended. */
export async function endOfExport(app: TestApp, url: string, { by = 'owner' } = {}): Promise<ExportJson> {
  const { body } = await eventually(
    () => app.as(by).get(new URL(url).pathname).expect(200),
    (answer) => answer.body.status === 'complete' || answer.body.status === 'error',
  );
  return body as ExportJson;
}

/** Asks for an export and fetches its file. */
export async function exportedFile(
  app: TestApp,
  assetUid: string,
  request: object = {},
  { by = 'owner' } = {},
): Promise<Buffer> {
  const { url } = await startExport(app, assetUid, request, { by });
  const { result, messages } = await endOfExport(app, url, { by });
  if (result === null) throw new Error(JSON.stringify(messages));
  return fileAt(app, result, { by });
}

/** The bytes behind a link. */
export async function fileAt(app: TestApp, link: string, { by = 'owner' } = {}): Promise<Buffer> {
  const { body } = await app.as(by).get(new URL(link).pathname).buffer(true).parse(readBytes).expect(200);
  return body as Buffer;
}

type Parser = Parameters<ReturnType<ReturnType<TestApp['as']>['get']>['parse']>[0];

/** For supertest, which would make text of some types and nothing of others. */
export const readBytes: Parser = (answer, done) => {
  const chunks: Buffer[] = [];
  answer.on('data', (chunk: Buffer | string) => chunks.push(Buffer.from(chunk as string)));
  answer.on('end', () => done(null, Buffer.concat(chunks)));
};
