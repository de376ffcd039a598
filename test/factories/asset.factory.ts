import { ANONYMOUS, type TestApp } from '../support/app';

/** Form for data tests: a group, a repeat, a select, a geopoint and images. */
export const SURVEY_CONTENT = {
  survey: [
    { type: 'begin_group', name: 'person', label: 'Person' },
    { type: 'text', name: 'name', label: 'What is your name?' },
    { type: 'integer', name: 'age', label: 'How old are you?' },
    { type: 'end_group' },
    { type: 'select_one yesno', name: 'consent', label: 'May we go on?' },
    { type: 'geopoint', name: 'place', label: 'Where is this?' },
    { type: 'image', name: 'photo', label: 'A photo' },
    { type: 'begin_repeat', name: 'child', label: 'Child' },
    { type: 'text', name: 'first_name', label: 'Its name?' },
    { type: 'image', name: 'portrait', label: 'Its portrait' },
    { type: 'end_repeat' },
  ],
  choices: [
    { list_name: 'yesno', name: 'yes', label: 'Yes' },
    { list_name: 'yesno', name: 'no', label: 'No' },
  ],
  settings: {},
};

export interface AssetValues {
  readonly owner?: string;
  readonly asset_type?: string;
  readonly name?: string;
  readonly content?: object;
  readonly settings?: object;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AssetJson = Record<string, any> & { uid: string };

export async function makeAsset(
  app: TestApp,
  {
    owner = 'owner',
    asset_type = 'survey',
    name = 'Households',
    content = SURVEY_CONTENT,
    settings = {},
  }: AssetValues = {},
): Promise<AssetJson> {
  const response = await app
    .as(owner)
    .post('/api/v2/assets/')
    .send({ asset_type, name, content, settings })
    .expect(201);
  return response.body as AssetJson;
}

/** Creates and deploys an asset. @returns the asset of the deployment response */
export async function makeDeployedAsset(
  app: TestApp,
  { active = true, ...values }: AssetValues & { active?: boolean } = {},
): Promise<AssetJson> {
  const { uid } = await makeAsset(app, values);
  const response = await app
    .as(values.owner ?? 'owner')
    .post(`/api/v2/assets/${uid}/deployment/`)
    .send({ active })
    .expect(201);
  return (response.body as { asset: AssetJson }).asset;
}

/** Grants permissions, including implied ones. @param username or `anonymous` */
export async function grant(
  app: TestApp,
  uid: string,
  username: string,
  codenames: readonly string[],
  { owner = 'owner' } = {},
): Promise<void> {
  const user = username === ANONYMOUS ? 'AnonymousUser' : username;
  for (const codename of codenames) {
    await app
      .as(owner)
      .post(`/api/v2/assets/${uid}/permission-assignments/`)
      .send({ user: `/api/v2/users/${user}/`, permission: `/api/v2/permissions/${codename}/` })
      .expect(201);
  }
}

export type PartialGrants = Readonly<Record<string, readonly object[]>>;

export function partialAssignment(username: string, grants: PartialGrants) {
  return {
    user: `/api/v2/users/${username}/`,
    permission: '/api/v2/permissions/partial_submissions/',
    partial_permissions: Object.entries(grants).map(([codename, filters]) => ({
      url: `/api/v2/permissions/${codename}/`,
      filters,
    })),
  };
}

export async function grantPartially(
  app: TestApp,
  uid: string,
  username: string,
  grants: PartialGrants,
  { owner = 'owner' } = {},
): Promise<void> {
  await app
    .as(owner)
    .post(`/api/v2/assets/${uid}/permission-assignments/`)
    .send(partialAssignment(username, grants))
    .expect(201);
}
