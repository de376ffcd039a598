import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeInstance } from '../../domain/submission/instance-document';
import { jsonToInstance } from '../../domain/submission/json-instance';
import { standardiseContent } from '../../domain/content/standard/standardise-content';
import { contentToXlsx } from '../../domain/xlsform/flat-sheet';
import { Progress } from '../progress';
import { UsageError } from '../usage';
import { demoAnswer } from './demo-answers';
import { EXAMPLE_FORM } from '../../domain/content/example-form';
import { ServiceClient } from './service-client';

const SUBMISSION_COUNT = 200;
const CONCURRENCY = 4;
const IMPORT_TIMEOUT_S = 60;

interface ImportTask {
  uid: string;
  status: string;
  messages: { created?: { uid: string }[]; error?: string };
}

interface DeployedAsset {
  version_id: string;
  asset: { uid: string; name: string; deployment__uuid: string };
}

export async function demo(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      username: { type: 'string' },
      password: { type: 'string' },
    },
  });
  const { env } = process;
  const url = (values.url ?? env['FIELDHOUSE_URL'] ?? 'http://127.0.0.1:8000').replace(/\/+$/, '');
  const username = values.username ?? env['FIELDHOUSE_USERNAME'] ?? 'admin';
  const password = values.password ?? env['FIELDHOUSE_PASSWORD'];
  if (password === undefined) {
    throw new UsageError(
      `Specify the password of ${username} on ${url}: use --password P or the environment variable FIELDHOUSE_PASSWORD.`,
    );
  }
  const { token } = await ServiceClient.withPassword(url, username, password).json<{ token: string }>(
    'GET',
    '/token/?format=json',
  );
  const client = ServiceClient.withPassword(url, username, password).withToken(token);

  log('Importing the form …');
  const assetUid = await importForm(client);
  log('Deploying the form …');
  const deployed = await client.json<DeployedAsset>('POST', `/api/v2/assets/${assetUid}/deployment/`, {
    active: true,
  });
  await submitAll(client, deployed);
  report(url, token, deployed, await linkOf(client, assetUid));
  return 0;
}

async function importForm(client: ServiceClient): Promise<string> {
  const content = standardiseContent(EXAMPLE_FORM, { assetType: 'survey', random: Math.random });
  const workbook = await contentToXlsx(content, { expandKobo: false });
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(workbook)]), 'household-survey.xlsx');
  form.set('library', 'false');
  let task = await client.form<ImportTask>('/api/v2/imports/', form);
  for (let waited = 0; !['complete', 'error'].includes(task.status); waited += 0.1) {
    if (waited > IMPORT_TIMEOUT_S)
      throw new Error(`The import is still ${task.status} after ${IMPORT_TIMEOUT_S} s.`);
    await pause(100);
    task = await client.json<ImportTask>('GET', `/api/v2/imports/${task.uid}/`);
  }
  const created = task.messages.created?.[0];
  if (created === undefined) throw new Error(`The import failed: ${task.messages.error ?? task.status}`);
  return created.uid;
}

async function submitAll(client: ServiceClient, deployed: DeployedAsset): Promise<void> {
  const progress = new Progress('Sending submissions', SUBMISSION_COUNT);
  const now = new Date();
  let next = 0;
  const enumerator = async (): Promise<void> => {
    for (let number = next++; number < SUBMISSION_COUNT; number = next++) {
      await client.submit('/submission', submissionForm(deployed, number, now));
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, enumerator));
}

/** Creates a link with which anyone fills in the form. */
async function linkOf(client: ServiceClient, assetUid: string): Promise<string> {
  const path = `/api/v2/assets/${assetUid}/collector-links/`;
  return (await client.json<{ link: string }>('POST', path, { name: 'Demo' })).link;
}

function submissionForm({ version_id, asset }: DeployedAsset, number: number, now: Date): FormData {
  const { answers, photo } = demoAnswer(number, now);
  const instance = jsonToInstance(answers, {
    rootName: asset.uid,
    formId: asset.uid,
    formUuid: asset.deployment__uuid,
    versionUid: version_id,
    instanceId: `uuid:${randomUUID()}`,
  });
  const form = new FormData();
  form.set(
    'xml_submission_file',
    new Blob([writeInstance(instance)], { type: 'text/xml' }),
    'submission.xml',
  );
  if (photo !== undefined) {
    form.set(photo.name, new Blob([new Uint8Array(photo.bytes)], { type: 'image/png' }), photo.name);
  }
  return form;
}

function report(url: string, token: string, { asset }: DeployedAsset, link: string): void {
  const api = `${url}/api/v2/assets/${asset.uid}`;
  process.stdout.write(
    [
      '',
      `"${asset.name}" has ${SUBMISSION_COUNT} submissions.`,
      `  project    ${url}/projects/${asset.uid}/`,
      `  data       ${url}/projects/${asset.uid}/data/`,
      `  API        ${api}/`,
      `  fill in    ${link}/`,
      `  collectors ${url}  (forms at ${url}/formList)`,
      `  API docs   ${url}/api/docs/`,
      '',
      'Read the data:',
      `  curl -s -H 'Authorization: Token ${token}' '${api}/data/?limit=3'`,
      `  curl -s -H 'Authorization: Token ${token}' '${api}/counts/?days=14'`,
      `  curl -s -H 'Authorization: Token ${token}' '${api}/'`,
      '',
    ].join('\n'),
  );
}

function log(message: string): void {
  process.stderr.write(`${message}\n`);
}
