import { OAuthError } from '../errors';
import { readClientCredentials } from './application';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

describe('readClientCredentials', () => {
  it.each([
    ['the header', basic('app:secret'), {}, 'app', 'secret'],
    ['the header, whose parts are form-encoded', basic('a%70p:se+c%2Bret'), {}, 'app', 'se c+ret'],
    ['the header, whose parts are not', basic('app:100%'), {}, 'app', '100%'],
    ['the header, beside its own client_id', basic('app:secret'), { client_id: 'app' }, 'app', 'secret'],
    ['the header of a public application', basic('app:'), {}, 'app', undefined],
    ['the form', undefined, { client_id: 'app', client_secret: 'secret' }, 'app', 'secret'],
    ['the form of a public application', undefined, { client_id: 'app' }, 'app', undefined],
  ])('reads %s', (_case, authorization, fields, clientId, secret) => {
    expect(readClientCredentials({ authorization, fields })).toEqual({ clientId, secret });
  });

  it.each([
    ['nothing', undefined, {}, 'invalid_client'],
    ['another scheme', 'Bearer x', { client_id: 'app' }, 'invalid_client'],
    ['no pair', basic('app'), {}, 'invalid_client'],
    ['both at once', basic('app:secret'), { client_id: 'app', client_secret: 'secret' }, 'invalid_request'],
    ['two applications', basic('app:secret'), { client_id: 'other' }, 'invalid_request'],
  ])('rejects %s', (_case, authorization, fields: Record<string, string>, code) => {
    const read = () => readClientCredentials({ authorization, fields });
    expect(read).toThrow(OAuthError);
    expect(read).toThrow(expect.objectContaining({ code }));
  });
});
