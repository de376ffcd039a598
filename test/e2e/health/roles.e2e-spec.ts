import { VERSION } from '../../../src/config/version';
import { startApp } from '../../support/app';

describe('a process with ROLE=worker', () => {
  it('serves health and metrics only', async () => {
    const app = await startApp({ environment: { ROLE: 'worker' } });
    try {
      await app.as('anonymous').get('/health/live').expect(200, { status: 'ok', version: VERSION });
      await app.as('anonymous').get('/health/ready').expect(200, { status: 'ok', version: VERSION });
      const metrics = await app.as('anonymous').get('/metrics').expect(200);
      expect(metrics.headers['content-type']).toMatch(/text\/plain/);
      expect(metrics.text).toContain(`fieldhouse_info{version="${VERSION}"} 1`);
      await app.as('anonymous').get('/api/v2/permissions/').expect(404, { detail: 'Not found.' });
      await app.as('anonymous').get('/token/').set('Accept', 'text/html').expect(404);
    } finally {
      await app.stop();
    }
  });
});
