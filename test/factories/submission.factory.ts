import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { Caller, TestApp } from '../support/app';

export interface SentFile {
  readonly name: string;
  readonly content: Buffer | string;
  readonly type?: string;
}

export interface InstanceValues {
  readonly uuid?: string;
  /** XML of the answers, inside the root element. */
  readonly answers?: string;
  readonly formUuid?: string;
  readonly version?: string;
  /** Uuid that an edit replaces. */
  readonly deprecates?: string;
}

export function instanceXml(
  formId: string,
  { uuid = randomUUID(), answers, formUuid, version, deprecates }: InstanceValues = {},
): string {
  return [
    `<?xml version="1.0"?><${formId} id="${formId}" version="1">`,
    formUuid === undefined ? '' : `<formhub><uuid>${formUuid}</uuid></formhub>`,
    answers ?? `<person><name>Asha</name><age>34</age></person>`,
    version === undefined ? '' : `<__version__>${version}</__version__>`,
    `<meta><instanceID>uuid:${uuid}</instanceID>`,
    deprecates === undefined ? '' : `<deprecatedID>uuid:${deprecates}</deprecatedID>`,
    `</meta></${formId}>`,
  ].join('');
}

/** Prepares a multipart submission, XML first, read from memory if it is small. */
export function submission(
  caller: Caller,
  xml: string | Buffer,
  files: readonly SentFile[] = [],
  path = '/submission',
): Test {
  const test = caller
    .post(path)
    .set('X-OpenRosa-Version', '1.0')
    .attach('xml_submission_file', Buffer.from(xml), { filename: 'submission.xml', contentType: 'text/xml' });
  for (const { name, content, type = 'image/jpeg' } of files) {
    test.attach(name, Buffer.from(content), { filename: name, contentType: type });
  }
  return test;
}

/** `submission` with more headers, which select its path: SUBMISSION_PATHS. */
export const submissionWith =
  (headers: Readonly<Record<string, string>>): typeof submission =>
  (...values) =>
    submission(...values).set(headers);

/** Sends a submission that must be accepted. @returns its root uuid */
export async function submit(
  app: TestApp,
  formId: string,
  { by = 'owner', files = [], ...values }: InstanceValues & { by?: string; files?: readonly SentFile[] } = {},
): Promise<string> {
  const uuid = values.uuid ?? randomUUID();
  await submission(app.as(by), instanceXml(formId, { ...values, uuid }), files).expect(201);
  return uuid;
}

/** Copies the only submission of a project in the database: thousands of rows at once. */
export async function copySubmission(app: TestApp, uid: string, copies: number): Promise<void> {
  await app.rows(
    `INSERT INTO submission (asset_id, id, root_uuid, uuid, xml_hash, version_uid, date_submitted, date_modified,
                             answers, json, xml)
     SELECT asset_id, submission.id + n, gen_random_uuid(), gen_random_uuid(), xml_hash, version_uid, date_submitted,
            submission.date_modified, answers, json, xml
       FROM submission JOIN asset ON asset.id = asset_id, generate_series(1, $2) AS n
      WHERE asset.uid = $1`,
    [uid, copies],
  );
}
