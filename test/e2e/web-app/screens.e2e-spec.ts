import { shapeErrors } from '../../support/response-shape';
import { startApp, type TestApp } from '../../support/app';
import { WebSession } from '../../support/web-session';
import { SCREENS } from './requests';
import { makeWebFixture } from './web-fixture';

/** Every request that the screens of KoboToolbox's web application send, by a session and by a token. */
describe('the web application', () => {
  let app: TestApp;
  let names: Readonly<Record<string, string>>;

  beforeAll(async () => {
    app = await startApp();
    names = await makeWebFixture(app);
  });
  afterAll(() => app.stop());

  const filled = (target: string): string =>
    target.replace(/\{([a-z][a-z ]*)\}/g, (_, name: string) => {
      const value = names[name];
      if (value === undefined) throw new Error(`The fixture has no ${name}.`);
      return value;
    });

  describe.each([
    ['a session', (username: string) => WebSession.signIn(app, username)],
    ['a token', (username: string) => Promise.resolve(WebSession.withToken(app, username))],
  ] as const)('asks with %s', (_, open) => {
    let session: WebSession;
    beforeAll(async () => {
      session = await open('owner');
    });

    it.each(Object.entries(SCREENS))('for the screen: %s', async (_screen, requests) => {
      for (const [request, shape, json] of requests) {
        const [verb, target] = [
          request.slice(0, request.indexOf(' ')),
          request.slice(request.indexOf(' ') + 1),
        ];
        const response = await session.expectOk(verb, filled(target), json === undefined ? {} : { json });
        if (shape === undefined) expect(response.text).not.toBe('');
        else expect(shapeErrors(response.body, shape)).toEqual([]);
      }
    });
  });
});
