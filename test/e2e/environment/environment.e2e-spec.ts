import { USER_METADATA_FIELDS } from '../../../src/domain/asset/list-metadata';
import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const PATH = '/api/v2/environment/';

describe('/api/v2/environment/', () => {
  let app: TestApp;
  let plain: TestApp;

  beforeAll(async () => {
    plain = await startApp();
    app = await startApp({
      environment: {
        TERMS_OF_SERVICE_URL: 'https://example.org/terms',
        PRIVACY_POLICY_URL: 'https://example.org/privacy',
        SOURCE_CODE_URL: 'https://example.org/source',
        SUPPORT_EMAIL: 'help@example.org',
        SUPPORT_URL: 'https://example.org/help?lang=en',
      },
    });
    await plain.addUser('ann');
  });
  afterAll(() => Promise.all([app.stop(), plain.stop()]));

  it('lists the choices of settings and the URL for collectors', async () => {
    const { body } = await plain.as(ANONYMOUS).get(PATH).expect(200);
    expect(body).toMatchObject({ open_rosa_server: plain.origin });
    expect(body.country_choices).toContainEqual(['FRA', 'France']);
    expect(body.sector_choices).toContainEqual(['Health', 'Health']);
  });

  it('has the texts and addresses of the operator', async () => {
    const { body } = await app.as(ANONYMOUS).get(PATH).expect(200);
    expect(body).toMatchObject({
      terms_of_service_url: 'https://example.org/terms',
      privacy_policy_url: 'https://example.org/privacy',
      source_code_url: 'https://example.org/source',
      support_email: 'help@example.org',
      support_url: 'https://example.org/help?lang=en',
    });
  });

  it('has empty texts without them, for every caller', async () => {
    const { body } = await plain.as(ANONYMOUS).get(PATH).expect(200);
    expect(body).toMatchObject({
      terms_of_service_url: '',
      support_email: '',
      community_url: '',
      academy_url: '',
      enable_custom_password_guidance_text: false,
      custom_password_localized_help_text: '',
    });
    await plain
      .as('ann')
      .get(PATH)
      .expect(200)
      .expect(({ body: signedIn }) => expect(signedIn).toEqual(body));
  });

  it('lists fields of projects and profiles that can be stored', async () => {
    const { body } = await plain.as(ANONYMOUS).get(PATH).expect(200);
    const names = (fields: { name: string }[]) => fields.map(({ name }) => name);
    expect(names(body.project_metadata_fields)).toEqual(['sector', 'country', 'description']);
    const details = Object.fromEntries(USER_METADATA_FIELDS.map(({ name }) => [name, `my ${name}`]));
    expect(Object.keys(details)).toEqual(names(body.user_metadata_fields));
    const { body: profile } = await plain
      .as('ann')
      .patch('/me/')
      .send({ extra_details: details })
      .expect(200);
    expect(profile.extra_details).toMatchObject(details);
  });
});
