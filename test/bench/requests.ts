import { randomUUID } from 'node:crypto';
import { demoAnswer } from '../../src/cli/demo/demo-answers';
import { writeInstance } from '../../src/domain/submission/instance-document';
import { jsonToInstance } from '../../src/domain/submission/json-instance';
import type { MakeRequest } from './load';

export interface BenchForm {
  readonly uid: string;
  readonly formUuid: string;
  readonly versionUid: string;
}

const BOUNDARY = 'fieldhouse-bench-boundary';
const INSTANCE_ID = '00000000-0000-4000-8000-000000000000';

/** A submission of the demo survey with a new instanceID. */
export function submissionXml(form: BenchForm): string {
  const { answers } = demoAnswer(4, new Date('2026-03-01T08:00:00Z'));
  return writeInstance(
    jsonToInstance(answers, {
      rootName: form.uid,
      formId: form.uid,
      formUuid: form.formUuid,
      versionUid: form.versionUid,
      instanceId: `uuid:${INSTANCE_ID}`,
    }),
  );
}

/** POST requests with one submission each, like ODK Collect; optionally with a photo, different each time. */
export function submissionRequests(
  form: BenchForm,
  path: string,
  authorization?: string,
  photo?: Buffer,
): MakeRequest {
  const body = Buffer.concat([
    ...partOf('xml_submission_file', 'submission.xml', 'text/xml', Buffer.from(submissionXml(form))),
    ...(photo === undefined ? [] : partOf('photo.jpg', 'photo.jpg', 'image/jpeg', photo)),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);
  const head = Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      (authorization === undefined ? '' : `Authorization: ${authorization}\r\n`) +
      `X-OpenRosa-Version: 1.0\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  const idAt = head.length + body.indexOf(INSTANCE_ID);
  const photoAt = photo === undefined ? undefined : head.length + body.indexOf(photo);
  return () => {
    const request = Buffer.concat([head, body]);
    const id = randomUUID();
    request.write(id, idAt, 'latin1');
    if (photoAt !== undefined) request.write(id, photoAt, 'latin1');
    return request;
  };
}

function partOf(name: string, file: string, type: string, bytes: Buffer): Buffer[] {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n` +
    `Content-Type: ${type}\r\n\r\n`;
  return [Buffer.from(head), bytes, Buffer.from('\r\n')];
}

export function getRequest(path: string, authorization?: string): MakeRequest {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
      (authorization === undefined ? '' : `Authorization: ${authorization}\r\n`) +
      `Accept: application/json\r\n\r\n`,
  );
  return () => request;
}
