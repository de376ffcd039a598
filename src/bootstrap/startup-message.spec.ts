import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';
import { startupMessage } from './startup-message';

const ADDRESS = 'http://127.0.0.1:8000';
const text = (...args: Parameters<typeof startupMessage>): string => startupMessage(...args).join('\n');

describe('startupMessage', () => {
  it('shows the generated password and the next step', () => {
    const message = text(ADDRESS, 'all', { username: 'admin', generatedPassword: 'pw' });
    expect(message).toContain(`fieldhouse ${VERSION} is ready at http://127.0.0.1:8000`);
    expect(message).toMatch(/user +admin/);
    expect(message).toMatch(/password +pw /);
    expect(message).toContain(`FIELDHOUSE_PASSWORD='pw' ${COMMAND_LINE} demo`);
  });

  it('passes settings that differ from the defaults to the demo', () => {
    const message = text('http://127.0.0.1:9000', 'api', { username: 'boss', generatedPassword: 'pw' });
    expect(message).toContain(
      `FIELDHOUSE_PASSWORD='pw' FIELDHOUSE_URL=http://127.0.0.1:9000 FIELDHOUSE_USERNAME=boss ${COMMAND_LINE} demo`,
    );
  });

  it('names the superuser and links to the API documentation', () => {
    expect(text(ADDRESS, 'all', { username: 'boss' })).toContain(
      'Sign in as boss. API documentation: http://127.0.0.1:8000/api/docs/',
    );
    expect(text(ADDRESS, 'api', undefined)).not.toContain('Sign in');
  });

  it('explains how to create a superuser where a password would end up in a log', () => {
    const message = text(ADDRESS, 'all', 'missing');
    expect(message).toContain(`${COMMAND_LINE} user create NAME --superuser`);
    expect(message).toContain('SUPERUSER_PASSWORD');
    expect(message).not.toMatch(/Sign in|password  /);
  });

  it('describes a worker, without the API', () => {
    const message = text(ADDRESS, 'worker', undefined);
    expect(message).toContain(
      `fieldhouse ${VERSION} runs jobs (ROLE=worker). Health checks and metrics are at http://127.0.0.1:8000`,
    );
    expect(message).toContain('/health/ready');
    expect(message).not.toMatch(/Sign in|api\/docs|is ready at/);
  });
});
