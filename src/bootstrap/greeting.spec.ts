import { COMMAND_LINE } from '../config/command-line';
import { VERSION } from '../config/version';
import { greeting } from './greeting';

const ADDRESS = 'http://127.0.0.1:8000';
const text = (...args: Parameters<typeof greeting>): string => greeting(...args).join('\n');

describe('greeting', () => {
  it('shows the password that was made up, this once, and the next step', () => {
    const said = text(ADDRESS, 'all', { username: 'admin', generatedPassword: 'pw' });
    expect(said).toContain(`fieldhouse ${VERSION} is ready at http://127.0.0.1:8000`);
    expect(said).toMatch(/user +admin/);
    expect(said).toMatch(/password +pw /);
    expect(said).toContain(`FIELDHOUSE_PASSWORD='pw' ${COMMAND_LINE} demo`);
  });

  it('tells the demo what differs from the usual', () => {
    const said = text('http://127.0.0.1:9000', 'api', { username: 'boss', generatedPassword: 'pw' });
    expect(said).toContain(
      `FIELDHOUSE_PASSWORD='pw' FIELDHOUSE_URL=http://127.0.0.1:9000 FIELDHOUSE_USERNAME=boss ${COMMAND_LINE} demo`,
    );
  });

  it('says who signs in and where the API is described', () => {
    expect(text(ADDRESS, 'all', { username: 'boss' })).toContain(
      'Sign in as boss. The API is described at http://127.0.0.1:8000/api/docs/',
    );
    expect(text(ADDRESS, 'api', undefined)).not.toContain('Sign in');
  });

  it('asks for a superuser where a password would stay in a log', () => {
    const said = text(ADDRESS, 'all', 'missing');
    expect(said).toContain(`${COMMAND_LINE} user create NAME --superuser`);
    expect(said).toContain('SUPERUSER_PASSWORD');
    expect(said).not.toMatch(/Sign in|password  /);
  });

  it('says of a worker what a worker does, and promises no API', () => {
    const said = text(ADDRESS, 'worker', undefined);
    expect(said).toContain(
      `fieldhouse ${VERSION} takes jobs. It answers those alone who watch it, at http://127.0.0.1:8000`,
    );
    expect(said).toContain('/health/ready');
    expect(said).not.toMatch(/Sign in|api\/docs|is ready at/);
  });
});
