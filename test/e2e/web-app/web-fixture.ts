import { grant, makeAsset, makeDeployedAsset } from '../../factories/asset.factory';
import { EXPORT_DEFAULTS } from '../../factories/export.factory';
import { makeFailedDelivery } from '../../factories/hook.factory';
import { makePairedData } from '../../factories/paired-data.factory';
import { submit } from '../../factories/submission.factory';
import { photo } from '../../fixtures/images';
import type { TestApp } from '../../support/app';

/** A project with everything that screens show. @returns its identifiers by the names that requests use */
export async function makeWebFixture(app: TestApp): Promise<Readonly<Record<string, string>>> {
  for (const username of ['owner', 'editor']) await app.addUser(username);
  const owner = app.as('owner');
  const { uid } = await makeDeployedAsset(app, { name: 'Households' });
  await grant(app, uid, 'editor', ['view_submissions']);
  await makeAsset(app, { name: 'My house template', asset_type: 'template' });
  const collection = await makeAsset(app, { name: 'Shelf', asset_type: 'collection', content: {} });
  const parent = `${app.origin}/api/v2/assets/${collection.uid}/`;
  await owner
    .post('/api/v2/assets/')
    .send({
      name: 'Item',
      asset_type: 'question',
      parent,
      content: { survey: [{ type: 'text', label: 'Q' }] },
    })
    .expect(201);
  const answers = '<consent>yes</consent><place>-1.25 36.75 1795 4</place><photo>a.jpg</photo>';
  const files = [{ name: 'a.jpg', content: await photo(320, 240) }];
  const rootUuid = await submit(app, uid, { answers, files });
  await owner
    .post(`/api/v2/assets/${uid}/files/`)
    .field('file_type', 'form_media')
    .attach('content', Buffer.from('name,label\n'), 'villages.csv')
    .expect(201);
  await owner
    .post(`/api/v2/assets/${uid}/files/`)
    .field('file_type', 'map_layer')
    .field('description', 'Borders')
    .attach('content', Buffer.from('<kml/>'), 'borders.kml')
    .expect(201);
  await owner
    .post(`/api/v2/assets/${uid}/export-settings/`)
    .send({ name: 'Weekly', export_settings: EXPORT_DEFAULTS })
    .expect(201);
  await owner.post(`/api/v2/assets/${uid}/exports/`).send(EXPORT_DEFAULTS).expect(201);
  const feature = { question_xpath: 'photo', action: 'manual_transcription', params: [{ language: 'en' }] };
  await owner.post(`/api/v2/assets/${uid}/advanced-features/`).send(feature).expect(201);
  await owner
    .patch(`/api/v2/assets/${uid}/data/${rootUuid}/supplement/`)
    .send({ _version: '20250820', photo: { manual_transcription: { language: 'en', value: 'A well' } } })
    .expect(200);
  await makePairedData(app, uid);
  const { body: page } = await owner.get(`/api/v2/assets/${uid}/data/`).expect(200);
  const [row] = page.results as { _id: number; _attachments: { uid: string }[] }[];
  const { hook } = await makeFailedDelivery(app, uid, { submissionId: row!._id });
  const given = await makeAsset(app, { owner: 'editor', name: 'Offered' });
  const { body: invite } = await app
    .as('editor')
    .post('/api/v2/project-ownership/invites/')
    .send({ recipient: `${app.origin}/api/v2/users/owner/`, assets: [given.uid] })
    .expect(201);
  const { body: profile } = await owner.get('/me/').expect(200);
  return {
    username: 'owner',
    uid,
    collection: collection.uid,
    organization: profile.organization.uid as string,
    id: String(row!._id),
    attachment: row!._attachments[0]!.uid,
    'root uuid': rootUuid,
    hook,
    invite: (invite.url as string).split('/').at(-2)!,
  };
}
