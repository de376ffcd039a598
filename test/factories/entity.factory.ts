import { randomUUID } from 'node:crypto';
import type { TestApp } from '../support/app';
import { type AssetJson, type AssetValues, makeDeployedAsset } from './asset.factory';
import { instanceXml, submission, submit } from './submission.factory';

/** Registers a household in the list `households`. */
export const REGISTRATION = {
  survey: [
    { type: 'text', name: 'head', label: 'Head', save_to: 'head' },
    { type: 'text', name: 'village', label: 'Village', save_to: 'village' },
  ],
  entities: [{ list_name: 'households', label: '${head}' }],
  settings: {},
};

/** Reads the list and updates one household. */
export const FOLLOW_UP = {
  survey: [
    { type: 'select_one_from_file households.csv', name: 'household', label: 'Which' },
    { type: 'text', name: 'village', label: 'Village', save_to: 'village' },
    { type: 'integer', name: 'members', label: 'Members', save_to: 'members' },
  ],
  entities: [{ list_name: 'households', entity_id: '${household}' }],
  settings: {},
};

export function makeRegistration(app: TestApp, values: AssetValues = {}): Promise<AssetJson> {
  return makeDeployedAsset(app, { name: 'Registration', content: REGISTRATION, ...values });
}

export function makeFollowUp(app: TestApp, values: AssetValues = {}): Promise<AssetJson> {
  return makeDeployedAsset(app, { name: 'Follow-up', content: FOLLOW_UP, ...values });
}

/** XML inside the root of a registration, with its metadata. */
export function registration(
  id: string,
  { head = 'Asha', village = 'Kisumu', label }: { head?: string; village?: string; label?: string } = {},
): { answers: string; uuid: string } {
  const entity = `<entity dataset="households" id="${id}" create="1"><label>${label ?? head}</label></entity>`;
  return {
    uuid: randomUUID(),
    answers: `<head>${head}</head><village>${village}</village><meta>${entity}</meta>`,
  };
}

export interface UpdateValues {
  readonly base?: number;
  readonly trunk?: number | '';
  readonly branch?: string;
  readonly village?: string;
  readonly members?: number;
}

/** XML inside the root of a follow-up. Answers that are absent were not asked. */
export function update(
  id: string,
  { base = 1, trunk = '', branch = '', village, members }: UpdateValues = {},
): { answers: string; uuid: string } {
  const versions = `baseVersion="${base}" trunkVersion="${trunk}" branchId="${branch}"`;
  return {
    uuid: randomUUID(),
    answers: [
      `<household>${id}</household>`,
      village === undefined ? '' : `<village>${village}</village>`,
      members === undefined ? '' : `<members>${members}</members>`,
      `<meta><entity dataset="households" id="${id}" update="1" ${versions}/></meta>`,
    ].join(''),
  };
}

/** Registers a household by a submission. @returns its uuid */
export async function register(
  app: TestApp,
  formId: string,
  values: { head?: string; village?: string; id?: string; by?: string } = {},
): Promise<string> {
  const { id = randomUUID(), by = 'owner', ...answers } = values;
  await submit(app, formId, { by, ...registration(id, answers) });
  return id;
}

export interface EntityListJson {
  readonly uid: string;
  readonly name: string;
  readonly properties: readonly string[];
  readonly entities_count: number;
  readonly effective_permissions: readonly string[];
  readonly projects: readonly { uid: string; saves: boolean; reads: boolean }[];
}

/** The list of that name which the caller may read. */
export async function findList(app: TestApp, name = 'households', by = 'owner'): Promise<EntityListJson> {
  const { body } = await app.as(by).get('/api/v2/entity-lists/').expect(200);
  const found = (body as { results: EntityListJson[] }).results.find((list) => list.name === name);
  if (found === undefined) throw new Error(`${by} reads no list ${name}.`);
  return found;
}

export interface EntityJson {
  readonly uuid: string;
  readonly label: string;
  readonly version: number;
  readonly data: Readonly<Record<string, string>>;
  readonly conflict: string | null;
}

export interface EntityVersionJson {
  readonly version: number;
  readonly data: Readonly<Record<string, string>>;
}

export async function entitiesOf(app: TestApp, list: string, query = ''): Promise<EntityJson[]> {
  const { body } = await app.as('owner').get(`/api/v2/entity-lists/${list}/entities/${query}`).expect(200);
  return (body as { results: EntityJson[] }).results;
}

/** Registers a household that two people change without knowing of each other. */
export async function makeConflict(app: TestApp): Promise<{ list: string; entry: string; form: string }> {
  const form = await makeRegistration(app);
  const followUp = await makeFollowUp(app);
  const entry = await register(app, form.uid);
  for (const village of ['Nakuru', 'Embu']) await submit(app, followUp.uid, update(entry, { village }));
  return { list: (await findList(app)).uid, entry, form: form.uid };
}

/**
 * Registration with a former form id and a submission with a note, edited, that fills a list.
 * @returns paths of these parts
 */
export async function makeEditedRegistration(app: TestApp): Promise<string[]> {
  const { uid } = await makeRegistration(app);
  await register(app, uid);
  const [sent] = await app.rows<{ id: number; uuid: string }>(
    'SELECT submission.id, submission.uuid FROM submission JOIN asset ON asset.id = asset_id WHERE uid = $1',
    [uid],
  );
  const data = `/api/v2/assets/${uid}/data/${sent!.id}/`;
  await app.as('owner').post(`${data}notes/`).send({ body: 'Which household?' }).expect(201);
  const answers = '<head>Asha</head><village>Kakamega</village>';
  await submission(app.as('owner'), instanceXml(uid, { answers, deprecates: sent!.uuid })).expect(201);
  await app.rows(
    `UPDATE deployment SET former_form_id = 'registration' FROM asset WHERE asset.id = asset_id AND uid = $1`,
    [uid],
  );
  const list = `/api/v2/entity-lists/${(await findList(app)).uid}/`;
  return [
    ...['notes/', 'history/'].map((part) => data + part),
    ...['', 'entities/', 'odata/', 'odata/Entities'].map((part) => list + part),
    '/api/v2/entity-lists/',
    '/owner/formList?formID=registration',
  ];
}
