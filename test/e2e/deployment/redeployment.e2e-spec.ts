import { FormEngine } from '../../../src/workers/form-engine/form-engine';
import { makeDeployedAsset, SURVEY_CONTENT } from '../../factories/asset.factory';
import { instanceXml, submission, submit } from '../../factories/submission.factory';
import { startApp, type TestApp } from '../../support/app';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  await app.addUser('owner');
});
afterAll(() => app.stop());

const owner = () => app.as('owner');
const asset = (uid: string): string => `/api/v2/assets/${uid}/`;
const deployment = (uid: string): string => `${asset(uid)}deployment/`;

describe('PATCH deployment/', () => {
  it('archives and unarchives with `active` alone and changes nothing else', async () => {
    const made = await makeDeployedAsset(app);
    await owner().patch(asset(made.uid)).send({ name: 'Not deployed yet' }).expect(200);
    const form = (await owner().get(`/forms/${made.uid}/form.xml`).expect(200)).text;
    for (const active of [false, true]) {
      const { body } = await owner().patch(deployment(made.uid)).send({ active }).expect(200);
      expect(body).toMatchObject({
        active,
        version_id: made['version_id'],
        asset: {
          deployment__active: active,
          deployment_status: active ? 'deployed' : 'archived',
          date_deployed: made['date_deployed'],
          deployment__uuid: made['deployment__uuid'],
          deployed_version_id: made['version_id'],
        },
      });
      // Collectors get no form that accepts no submissions.
      const fetched = await owner().get(`/forms/${made.uid}/form.xml`);
      expect([fetched.status, fetched.text === form]).toEqual([active ? 200 : 404, active]);
      await submission(owner(), instanceXml(made.uid)).expect(active ? 201 : 405);
    }
  });

  it.each([
    ['no body', () => undefined],
    ['an empty object', () => ({})],
    ['the current version', (version: string) => ({ version_id: version })],
    ['the current version and active', (version: string) => ({ version_id: version, active: true })],
  ])('redeploys the current content with %s', async (_, sent) => {
    const made = await makeDeployedAsset(app);
    await submit(app, made.uid);
    const changed = await owner()
      .patch(asset(made.uid))
      .send({ content: { survey: [{ type: 'text', name: 'fresh', label: 'Fresh?' }] } })
      .expect(200);
    const version = changed.body.version_id as string;
    const body = sent(version);
    const test = owner().patch(deployment(made.uid));
    const response = await (body === undefined ? test : test.send(body)).expect(200);
    expect(response.body).toMatchObject({
      active: true,
      version_id: version,
      asset: {
        deployment__uuid: made['deployment__uuid'],
        deployment__submission_count: 1,
        deployed_version_id: version,
      },
    });
    expect(response.body.asset.deployed_versions.results.map(({ uid }: { uid: string }) => uid)).toEqual([
      version,
      made['version_id'],
    ]);
    expect(response.body.asset.date_deployed > made['date_deployed']).toBe(true);
    expect((await owner().get(`/forms/${made.uid}/form.xml`)).text).toContain('fresh');
  });

  it('returns 400 for an outdated version and leaves the deployment unchanged', async () => {
    const made = await makeDeployedAsset(app);
    await owner().patch(asset(made.uid)).send({ name: 'Newer' }).expect(200);
    await owner()
      .patch(deployment(made.uid))
      .send({ active: false, version_id: made['version_id'] })
      .expect(400);
    expect((await owner().get(deployment(made.uid))).body).toMatchObject({
      active: true,
      version_id: made['version_id'],
    });
  });

  it.each([{ backend: 'mock' }, { backend: 'mock', active: false }])(
    'returns 400 for %j: the backend can’t change',
    async (sent) => {
      const made = await makeDeployedAsset(app);
      await owner().patch(asset(made.uid)).send({ name: 'Newer' }).expect(200);
      const before = (await owner().get(deployment(made.uid)).expect(200)).body;
      const { body } = await owner().patch(deployment(made.uid)).send(sent).expect(400);
      expect(body).toEqual({ backend: ['This field cannot be modified after the initial deployment.'] });
      await owner().put(deployment(made.uid)).send(sent).expect(400);
      expect((await owner().get(deployment(made.uid)).expect(200)).body).toEqual(before);
      await owner().patch(deployment(made.uid)).send({ backend: null }).expect(400);
      await owner().patch(deployment(made.uid)).send({ backend: 'openrosa' }).expect(200);
    },
  );

  it('returns 400 for misspelt fields alone, and redeploys nothing', async () => {
    const made = await makeDeployedAsset(app);
    await owner().patch(asset(made.uid)).send({ name: 'Newer' }).expect(200);
    const before = (await owner().get(deployment(made.uid)).expect(200)).body;
    const requests = [
      owner().patch(deployment(made.uid)).send({ activ: false }),
      owner().patch(deployment(made.uid)).type('form').send({ activ: 'false' }),
      owner().patch(deployment(made.uid)).field({ activ: 'false', other: 'x' }),
    ];
    for (const request of requests) {
      const { body } = await request.expect(400);
      expect(body).toEqual({
        activ: ['Unknown field. Send `active`, `version_id` or `backend`, or no body.'],
      });
    }
    expect((await owner().get(deployment(made.uid)).expect(200)).body).toEqual(before);
    const { body } = await owner()
      .patch(deployment(made.uid))
      .send({ active: true, asset: {}, identifier: 'x' })
      .expect(200);
    expect(body).toEqual({ ...before, asset: expect.any(Object) });
  });

  it('keeps an archived deployment archived when redeployed without `active`', async () => {
    const { uid } = await makeDeployedAsset(app, { active: false });
    expect((await owner().patch(deployment(uid)).expect(200)).body.active).toBe(false);
  });

  it('returns 400 for content that does not compile and keeps the deployed form', async () => {
    const { uid } = await makeDeployedAsset(app);
    await owner()
      .patch(asset(uid))
      .send({ content: { survey: [{ type: 'text', name: 'a', label: 'A', relevant: '${no}' }] } });
    for (const verb of ['patch', 'put'] as const) {
      const { body } = await owner()[verb](deployment(uid)).send({}).expect(400);
      expect(body.detail).toBe(body.error);
    }
    await submit(app, uid);
  });
});

describe('PUT deployment/', () => {
  it('replaces the form and keeps the deployment’s uuid and submissions', async () => {
    const made = await makeDeployedAsset(app);
    const sent = await submit(app, made.uid);
    await owner()
      .patch(asset(made.uid))
      .send({ content: { ...SURVEY_CONTENT, settings: { style: 'pages' } } })
      .expect(200);
    const { body } = await owner().put(deployment(made.uid)).send({ active: false }).expect(200);
    const current = (await owner().get(asset(made.uid))).body;
    expect(body).toMatchObject({
      active: false,
      version_id: current.version_id,
      asset: { deployment__uuid: made['deployment__uuid'], deployment__submission_count: 1 },
    });
    await owner()
      .get(`${asset(made.uid)}data/${sent}/`)
      .expect(200);
    expect((await owner().put(deployment(made.uid)).send({ active: true }).expect(200)).body.active).toBe(
      true,
    );
  });
});

describe('concurrent deployments', () => {
  const save = async (uid: string, name: string): Promise<string> => {
    const { body } = await owner().patch(asset(uid)).send({ name }).expect(200);
    return body.version_id as string;
  };

  it('never replace a newer version by an older one', async () => {
    const { uid } = await makeDeployedAsset(app);
    await save(uid, 'Second');
    const engine = app.nest.get(FormEngine);
    const compile = engine.deployable.bind(engine);
    let resume: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const isCompiled = new Promise<void>((resolve) => {
      jest.spyOn(engine, 'deployable').mockImplementationOnce(async (...args) => {
        const form = await compile(...args);
        resolve();
        await held;
        return form;
      });
    });

    const slow = app.inProcess
      .as('owner')
      .patch(deployment(uid))
      .then((response) => response);
    await isCompiled;
    const newest = await save(uid, 'Third');
    await owner().patch(deployment(uid)).expect(200);
    resume();

    const { status, body } = await slow;
    expect(status).toBe(200);
    expect(body).toMatchObject({ version_id: newest, asset: { deployed_version_id: newest } });
    const { text } = await owner().get(`/forms/${uid}/form.xml`).expect(200);
    expect(text).toContain('<h:title>Third</h:title>');
    expect(text).toContain('version="2 (');
    expect(body.asset.deployed_versions.count).toBe(2);
  });
});
