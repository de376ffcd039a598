import type { ImportTrace } from '../../src/domain/import/import-request';
import type { FormProblem } from '../../src/domain/content/form-problem';
import type { TaskStatus } from '../../src/domain/task/task-status';
import type { TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { workbook } from './workbook.factory';

/** An import as the service shows it. */
export interface ImportJson {
  readonly uid: string;
  readonly url: string;
  readonly status: TaskStatus;
  readonly messages: {
    readonly created?: readonly ImportedJson[];
    readonly updated?: readonly ImportedJson[];
    readonly audit_logs?: readonly ImportTrace[];
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

/** A form of one question. */
export const WELLS = workbook({
  survey: [
    ['type', 'name', 'label'],
    ['text', 'well', 'Which well?'],
  ],
});

/** Waits until an import has ended. */
export async function endOf(app: TestApp, uid: string, { by = 'owner' } = {}): Promise<ImportJson> {
  const answer = await eventually(
    async () => app.as(by).get(`/api/v2/imports/${uid}/`).expect(200),
    ({ body }) => body.status === 'complete' || body.status === 'error',
  );
  return answer.body as ImportJson;
}

/** Uploads a file as a form and waits for the end of its import. */
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
  return endOf(app, body.uid as string, { by: by });
}

/** Sends a JSON body and waits for the end of its import. */
export async function importJson(app: TestApp, body: object, { by = 'owner' } = {}): Promise<ImportJson> {
  const answer = await app.as(by).post('/api/v2/imports/').send(body).expect(201);
  return endOf(app, answer.body.uid as string, { by });
}
