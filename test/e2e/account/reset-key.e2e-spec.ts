import { ANONYMOUS, startApp, type TestApp } from '../../support/app';

const NEW_PASSWORD = 'a quite different long phrase';

/** Keys are signed for all that they depend on: see the change of the address for those of confirmations. */
describe('the key of a password reset link', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ environment: { ROLE: 'api' } });
    await app.addUser('root', { superuser: true });
    for (const name of ['ann', 'ben', 'cleo', 'dora']) await app.addUser(name);
  });
  afterAll(() => app.stop());

  const makeKey = async (username: string): Promise<string> => {
    const { body } = await app.as('root').post(`/api/v2/users/${username}/password-reset/`).expect(201);
    return (body as { key: string }).key;
  };
  const change = (username: string, values: object) =>
    app.as('root').patch(`/api/v2/users/${username}/`).send(values).expect(200);
  const use = (key: string) =>
    app.as(ANONYMOUS).post('/api/v2/password-resets/').send({ key, new_password: NEW_PASSWORD });

  it('ends when the e-mail address changes', async () => {
    const key = await makeKey('ann');
    await change('ann', { email: 'other@example.org' });
    await use(key).expect(404);
    await use(await makeKey('ann')).expect(204);
  });

  it('ends when the address is removed', async () => {
    const key = await makeKey('ben');
    await change('ben', { email: '' });
    await use(key).expect(404);
  });

  it('ends when the password changes', async () => {
    const key = await makeKey('cleo');
    await change('cleo', { password: 'quite another phrase' });
    await use(key).expect(404);
  });

  it('stays void after a deactivated account is reactivated', async () => {
    const key = await makeKey('dora');
    await change('dora', { is_active: false });
    await use(key).expect(404);
    await change('dora', { is_active: true });
    await use(key).expect(404);
    await use(await makeKey('dora')).expect(204);
  });
});
