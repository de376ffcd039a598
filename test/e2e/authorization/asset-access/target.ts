import { grant, makeAsset, makeDeployedAsset } from '../../../factories/asset.factory';
import { makePairedData } from '../../../factories/paired-data.factory';
import { makeFailedDelivery } from '../../../factories/hook.factory';
import { waitForExport, startExport, EXPORT_DEFAULTS } from '../../../factories/export.factory';
import { submit } from '../../../factories/submission.factory';
import { ANONYMOUS, type TestApp } from '../../../support/app';
import { asset } from './asset-path';

export const GRANTED: Readonly<Record<string, string | undefined>> = {
  manager: 'manage_asset',
  editor: 'change_asset',
  viewer: 'view_asset',
  reader: 'view_submissions',
  enumerator: 'add_submissions',
};

/** Permission of AnonymousUser on the asset, by the word before the slash in a column's name. */
export const OPENED: Readonly<Record<string, string>> = {
  public: 'view_asset',
  data: 'view_submissions',
  intake: 'add_submissions',
};

export interface Target {
  readonly uid: string;
  readonly submissionId: number;
  readonly deletedId: number;
  readonly attachment: string;
  readonly ownersAssignment: string;
  readonly guestsAssignment: string;
  readonly snapshot: string;
  readonly version: string;
  readonly file: string;
  readonly link: string;
  readonly linkPath: string;
  /** Of the submission. */
  readonly root: string;
  /** An inactive hook with a failed delivery. */
  readonly hook: string;
  readonly log: string;
  readonly export: string;
  readonly exported: string;
  readonly setting: string;
  readonly pairedData: string;
}

export const picture = (filename: string) => ({
  file_type: 'form_media',
  base64Encoded: 'data:image/png;base64,AAAA',
  metadata: { filename },
});
export const SETTING = { name: 'Weekly', export_settings: EXPORT_DEFAULTS };

const NONE: Target = {
  uid: '',
  submissionId: 0,
  deletedId: 0,
  attachment: '',
  root: '',
  ownersAssignment: '',
  guestsAssignment: '',
  snapshot: '',
  version: '',
  file: '',
  link: '',
  linkPath: '',
  hook: '',
  log: '',
  pairedData: '',
  export: '',
  exported: '',
  setting: '',
};

const MAKERS = {
  snapshot: async (app, uid) => {
    const { body } = await app
      .as('owner')
      .post('/api/v2/asset_snapshots/')
      .send({ asset: asset(uid) })
      .expect(201);
    return { snapshot: new URL(body.url as string).pathname };
  },
  file: async (app, uid) => {
    const { body } = await app.as('owner').post(asset(uid, 'files/')).send(picture('crab.png')).expect(201);
    return { file: body.uid as string };
  },
  link: async (app, uid) => {
    const { body } = await app.as('owner').post(asset(uid, 'collector-links/')).send({}).expect(201);
    return { link: body.uid as string, linkPath: new URL(body.link as string).pathname };
  },
  delivery: (app, uid) => makeFailedDelivery(app, uid),
  pairing: async (app, uid) => ({ pairedData: await makePairedData(app, uid) }),
  submission: async (app, uid) => {
    const answers = '<person><name>Asha</name></person><photo>photo.jpg</photo>';
    const root = await submit(app, uid, { answers, files: [{ name: 'photo.jpg', content: 'a photo' }] });
    const { body } = await app
      .as('owner')
      .get(asset(uid, `data/${root}/`))
      .expect(200);
    return {
      root,
      submissionId: body._id as number,
      attachment: body._attachments[0].uid as string,
    };
  },
  deleted: async (app, uid) => {
    const root = await submit(app, uid);
    const { body } = await app
      .as('owner')
      .get(asset(uid, `data/${root}/`))
      .expect(200);
    await app
      .as('owner')
      .delete(asset(uid, `data/${root}/`))
      .expect(204);
    return { deletedId: body._id as number };
  },
  export: async (app, uid) => {
    const { url } = await startExport(app, uid);
    const made = await waitForExport(app, url);
    return { export: made.uid, exported: new URL(made.result!).pathname };
  },
  setting: async (app, uid) => {
    const { body } = await app.as('owner').post(asset(uid, 'export-settings/')).send(SETTING).expect(201);
    return { setting: new URL(body.url as string).pathname };
  },
} satisfies Readonly<Record<string, (app: TestApp, uid: string) => Promise<Partial<Target>>>>;

/** Parts are created on demand: some take as long as the request itself. */
export type Part = keyof typeof MAKERS;
export const EVERY_PART = Object.keys(MAKERS) as readonly Part[];

/**
 * Creates an asset and its nested resources.
 * @param audience key of `OPENED` for a public permission; empty for an asset that is shared with `callers` instead
 */
export async function makeTarget(
  app: TestApp,
  audience: string,
  callers: readonly string[],
  { isDraft = false, parts = EVERY_PART }: { isDraft?: boolean; parts?: readonly Part[] } = {},
): Promise<Target> {
  const { uid, version_id } = isDraft ? await makeAsset(app) : await makeDeployedAsset(app);
  const opened = OPENED[audience];
  if (audience === '') {
    for (const caller of callers) {
      const codename = GRANTED[caller];
      if (codename !== undefined) await grant(app, uid, caller, [codename]);
    }
  } else if (opened !== undefined) {
    await grant(app, uid, ANONYMOUS, [opened]);
  }
  await grant(app, uid, 'guest', ['view_asset']);
  const { body: assignments } = await app.as('owner').get(asset(uid, 'permission-assignments/')).expect(200);
  const assignmentOf = (username: string): string =>
    new URL(
      (assignments as { user: string; url: string }[]).find(({ user }) => user.endsWith(`/${username}/`))!
        .url,
    ).pathname;
  let target: Target = {
    ...NONE,
    uid,
    version: asset(uid, `versions/${version_id}/`),
    ownersAssignment: assignmentOf('owner'),
    guestsAssignment: assignmentOf('guest'),
  };
  for (const part of parts) target = { ...target, ...(await MAKERS[part](app, uid)) };
  return target;
}
