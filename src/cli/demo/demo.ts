import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { writeInstance } from '../../domain/submission/instance-document';
import { jsonToInstance } from '../../domain/submission/json-instance';
import { standardiseContent } from '../../domain/content/standard/standardise-content';
import { contentToXlsx } from '../../domain/xlsform/flat-sheet';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { MovedSubmissionService } from '../../modules/submission/moved/moved-submission.service';
import { withService } from '../commands/service-context';
import { Progress } from '../progress';
import { UsageError } from '../usage';
import { demoAnswer, demoPhoto } from './demo-answers';
import { EXAMPLE_FORM } from '../../domain/content/example-form';
import { ServiceClient } from './service-client';

const SUBMISSION_COUNT = 200;
const CONCURRENCY = 4;
const COLLECTORS = ['amina', 'joseph', 'grace'];
/** Of the submissions of the days before, in turn; undefined: not checked yet. */
const STATUSES = [
  'validation_status_approved',
  'validation_status_approved',
  undefined,
  'validation_status_approved',
  'validation_status_on_hold',
  'validation_status_approved',
  'validation_status_not_approved',
] as const;
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
      past: { type: 'boolean', default: false },
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
  const submissions = await describeAll(client, deployed);
  await submitAll(values.past ? await storePast(deployed, submissions) : submissions);
  await setStatuses(client, assetUid, submissions);
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

async function describeAll(client: ServiceClient, deployed: DeployedAsset): Promise<DemoSubmission[]> {
  const now = new Date();
  const collectors = await makeCollectors(client, deployed.asset.uid);
  return Array.from({ length: SUBMISSION_COUNT }, (_, number) =>
    describe(deployed, number, now, collectors[number % collectors.length] ?? client),
  );
}

async function submitAll(submissions: readonly DemoSubmission[]): Promise<void> {
  const progress = new Progress('Sending submissions', submissions.length);
  let next = 0;
  const enumerator = async (): Promise<void> => {
    for (let at = next++; at < submissions.length; at = next++) {
      const submission = submissions[at]!;
      await submission.sender.submit('/submission', await submissionForm(submission));
      progress.step();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, enumerator));
}

/**
 * Stores the submissions of the days before in the database, with the times at which they would have been sent: over
 * HTTP all would be of today.
 * @returns those that are left to be sent
 */
async function storePast(
  deployed: DeployedAsset,
  submissions: readonly DemoSubmission[],
): Promise<readonly DemoSubmission[]> {
  const today = new Date(new Date().toISOString().slice(0, 10));
  const past = submissions.filter(({ submittedAt, photo }) => submittedAt < today && photo === undefined);
  await withService(async (app) => {
    const form = await app.get(DeployedFormService).findByAsset({ assetUid: deployed.asset.uid });
    if (form === undefined)
      throw new Error('The database is not that of the service. Set DATABASE_URL or DATA_DIR as it has it.');
    const copies = past.map((each) => copyOf(each, deployed));
    await app.get(MovedSubmissionService).store(form, copies, () => Promise.resolve());
  });
  return submissions.filter((each) => !past.includes(each));
}

function copyOf({ number, uuid, xml, sender, submittedAt }: DemoSubmission, { version_id }: DeployedAsset) {
  return {
    source: {
      id: number + 1,
      uuid,
      rootUuid: uuid,
      submittedAt,
      submittedBy: sender.username,
      validationStatus: null,
      attachments: [],
    },
    xml,
    files: new Map(),
    versionUidsOf: () => [version_id],
    replaces: undefined,
    keepsId: false,
  };
}

/** Approves, holds and rejects submissions whose answers are of the days before. */
async function setStatuses(
  client: ServiceClient,
  assetUid: string,
  submissions: readonly DemoSubmission[],
): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const statusOf = new Map<string, string>();
  for (const { number, uuid, submittedAt } of submissions) {
    const status = STATUSES[number % STATUSES.length];
    if (status !== undefined && submittedAt < new Date(today)) statusOf.set(uuid, status);
  }
  const data = `/api/v2/assets/${assetUid}/data/`;
  const fields = encodeURIComponent('["_id","_uuid"]');
  const { results } = await client.json<{ results: { _id: number; _uuid: string }[] }>(
    'GET',
    `${data}?limit=${SUBMISSION_COUNT}&fields=${fields}`,
  );
  for (const status of new Set(statusOf.values())) {
    const ids = results.filter(({ _uuid }) => statusOf.get(_uuid) === status).map(({ _id }) => _id);
    const payload = { submission_ids: ids, 'validation_status.uid': status };
    await client.json('PATCH', `${data}validation_statuses/`, { payload });
  }
}

/** Three users who send the answers; none if the caller may not create users, or they exist. */
async function makeCollectors(client: ServiceClient, assetUid: string): Promise<ServiceClient[]> {
  const password = randomUUID();
  const collectors: ServiceClient[] = [];
  for (const username of COLLECTORS) {
    const user = { username, password };
    const isCreated = await client.json('POST', '/api/v2/users/', user).then(
      () => true,
      () => false,
    );
    if (!isCreated) continue;
    await client.json('POST', `/api/v2/assets/${assetUid}/permission-assignments/`, {
      user: `${client.url}/api/v2/users/${username}/`,
      permission: `${client.url}/api/v2/permissions/add_submissions/`,
    });
    collectors.push(ServiceClient.withPassword(client.url, username, password));
  }
  return collectors;
}

interface DemoSubmission {
  readonly number: number;
  readonly uuid: string;
  readonly xml: string;
  readonly photo: string | undefined;
  readonly sender: ServiceClient;
  /** When a collector would have sent it. */
  readonly submittedAt: Date;
}

function describe(
  { version_id, asset }: DeployedAsset,
  number: number,
  now: Date,
  sender: ServiceClient,
): DemoSubmission {
  const { answers, photo } = demoAnswer(number, now);
  const uuid = randomUUID();
  const instance = jsonToInstance(answers, {
    rootName: asset.uid,
    formId: asset.uid,
    formUuid: asset.deployment__uuid,
    versionUid: version_id,
    instanceId: `uuid:${uuid}`,
  });
  const submittedAt = new Date(Math.min(Date.parse(String(answers['end'])), now.getTime()));
  return { number, uuid, xml: writeInstance(instance), photo, sender, submittedAt };
}

/** Creates a link with which anyone fills in the form. */
async function linkOf(client: ServiceClient, assetUid: string): Promise<string> {
  const path = `/api/v2/assets/${assetUid}/collector-links/`;
  return (await client.json<{ link: string }>('POST', path, { name: 'Demo' })).link;
}

async function submissionForm({ number, xml, photo }: DemoSubmission): Promise<FormData> {
  const form = new FormData();
  form.set('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'submission.xml');
  if (photo !== undefined) {
    const bytes = new Uint8Array(await demoPhoto(number));
    form.set(photo, new Blob([bytes], { type: 'image/jpeg' }), photo);
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
      `  curl -s -H 'Authorization: Token ${token}' '${api}/counts/?days=90'`,
      `  curl -s -H 'Authorization: Token ${token}' '${api}/'`,
      '',
    ].join('\n'),
  );
}

function log(message: string): void {
  process.stderr.write(`${message}\n`);
}
