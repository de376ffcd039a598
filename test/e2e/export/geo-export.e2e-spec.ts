import { ANONYMOUS, startApp, type TestApp } from '../../support/app';
import { grant, makeDeployedAsset } from '../../factories/asset.factory';
import { downloadExport } from '../../factories/export.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';

const CONTENT = {
  survey: [
    { type: 'text', name: 'village', label: 'Village' },
    { type: 'geopoint', name: 'place', label: 'Place' },
  ],
};

describe('exports of places', () => {
  let app: TestApp;
  let uid: string;

  beforeAll(async () => {
    app = await startApp();
    await app.addUser('owner');
    ({ uid } = await makeDeployedAsset(app, { name: 'Wells', content: CONTENT }));
    await grant(app, uid, 'AnonymousUser', ['add_submissions']);
    await submit(app, uid, { answers: '<village>Karatu</village><place>1 2 0 0</place>' });
    const answers = '<village/><place>3 4 0 0</place>';
    await submission(app.as(ANONYMOUS), instanceXml(uid, { answers }), [], '/owner/submission').expect(201);
  });
  afterAll(() => app.stop());

  it.each([true, false])('leave cells without a value out of GeoJSON (flatten: %s)', async (flatten) => {
    const json: unknown = JSON.parse(
      (await downloadExport(app, uid, { type: 'geojson', flatten })).toString(),
    );
    const collections = (flatten ? [json] : json) as { features: { properties: object }[] }[];
    const [signedIn, unknown] = collections
      .flatMap(({ features }) => features)
      .map(({ properties }) => properties);
    expect(signedIn).toMatchObject({ Village: 'Karatu', _submitted_by: 'owner' });
    expect(unknown).toMatchObject({ _uuid: expect.any(String) as string });
    expect(unknown).not.toHaveProperty('Village');
    expect(unknown).not.toHaveProperty('_submitted_by');
  });

  it('leave cells without a value out of KML', async () => {
    const kml = (await downloadExport(app, uid, { type: 'kml' })).toString();
    expect(kml.match(/<Placemark>/g)).toHaveLength(2);
    expect(kml.match(/<Data name="_submitted_by">/g)).toHaveLength(1);
    expect(kml.match(/<Data name="Village">/g)).toHaveLength(1);
    expect(kml.match(/<Data name="_uuid">/g)).toHaveLength(2);
  });
});
