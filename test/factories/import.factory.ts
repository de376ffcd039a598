import type { ImportAuditEntry } from '../../src/domain/import/import-request';
import type { FormProblem } from '../../src/domain/content/form-problem';
import type { TaskStatus } from '../../src/domain/task/task-status';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { workbook } from './workbook.factory';

export interface ImportJson {
  readonly uid: string;
  readonly url: string;
  readonly status: TaskStatus;
  readonly messages: {
    readonly created?: readonly ImportedJson[];
    readonly updated?: readonly ImportedJson[];
    readonly audit_logs?: readonly ImportAuditEntry[];
    readonly warnings?: readonly string[];
    readonly error_type?: string;
    readonly error?: string;
    readonly problems?: readonly FormProblem[];
  };
  readonly date_created: string;
}

export interface ImportedJson {
  readonly uid: string;
  readonly kind: string;
  readonly summary: Readonly<Record<string, unknown>>;
  readonly owner__username: string;
}

export const WELLS = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['text', 'well', 'Which well?'],
  ],
});

/** Waits until the import has completed or failed. */
export async function waitForImport(app: TestApp, uid: string, { by = 'owner' } = {}): Promise<ImportJson> {
  const response = await eventually(
    async () => app.as(by).get(`/api/v2/imports/${uid}/`).expect(200),
    ({ body }) => body.status === 'complete' || body.status === 'error',
  );
  return response.body as ImportJson;
}

export async function importFile(
  app: TestApp,
  file: Uint8Array,
  { by = 'owner', fileName = 'wells.xlsx', ...fields }: Readonly<Record<string, string>> = {},
): Promise<ImportJson> {
  const { body } = await app
    .as(by)
    .post('/api/v2/imports/')
    .field(fields)
    .attach('file', Buffer.from(file), fileName)
    .expect(201);
  return waitForImport(app, body.uid as string, { by });
}

export async function importJson(app: TestApp, body: object, { by = 'owner' } = {}): Promise<ImportJson> {
  const response = await app.as(by).post('/api/v2/imports/').send(body).expect(201);
  return waitForImport(app, response.body.uid as string, { by });
}
