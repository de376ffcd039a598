import { inflateSync } from 'node:zlib';
import { collectorSettingsCode } from './collect.page';

const read = (code: string): unknown => JSON.parse(inflateSync(Buffer.from(code, 'base64')).toString());

describe('collectorSettingsCode', () => {
  it('has the settings of an account, as Collect reads them', () => {
    const code = collectorSettingsCode({
      serverUrl: 'https://survey.example.org',
      username: 'ann',
      projectName: 'Wells "é" 井',
    });
    expect(read(code)).toEqual({
      general: {
        server_url: 'https://survey.example.org',
        username: 'ann',
        form_update_mode: 'match_exactly',
      },
      admin: {},
      project: { name: 'Wells "é" 井' },
    });
  });

  it('has no username for a collector link', () => {
    const code = collectorSettingsCode({ serverUrl: 'https://a.example/collector/x', projectName: 'Wells' });
    expect(read(code)).toMatchObject({ general: { server_url: 'https://a.example/collector/x' } });
    expect(JSON.stringify(read(code))).not.toContain('username');
  });
});
