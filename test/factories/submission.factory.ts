import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import type { Caller, TestApp } from '../support/app';
import { byTurns } from '../support/ways-in';

/** A file that goes with a submission. */
export interface SentFile {
  readonly name: string;
  readonly content: Buffer | string;
  readonly type?: string;
}

export interface InstanceValues {
  readonly uuid?: string;
  /** XML of the answers, between the root's tags. */
  readonly answers?: string;
  readonly formUuid?: string;
  readonly version?: string;
  /** The uuid that an edit takes the place of. */
  readonly deprecates?: string;
}

/** XML of a submission as collectors send it. */
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

/** A submission ready to be sent: multipart, the XML first. One after the other they go either way in. */
export function submission(
  caller: Caller,
  xml: string | Buffer,
  files: readonly SentFile[] = [],
  path = '/submission',
): Test {
  const test = caller
    .post(path)
    .set('X-OpenRosa-Version', '1.0')
    .set(byTurns())
    .attach('xml_submission_file', Buffer.from(xml), { filename: 'submission.xml', contentType: 'text/xml' });
  for (const { name, content, type = 'image/jpeg' } of files) {
    test.attach(name, Buffer.from(content), { filename: name, contentType: type });
  }
  return test;
}

/** Sends a submission that must be stored. @returns its root uuid */
export async function submit(
  app: TestApp,
  formId: string,
  { by = 'owner', files = [], ...values }: InstanceValues & { by?: string; files?: readonly SentFile[] } = {},
): Promise<string> {
  const uuid = values.uuid ?? randomUUID();
  await submission(app.as(by), instanceXml(formId, { ...values, uuid }), files).expect(201);
  return uuid;
}
