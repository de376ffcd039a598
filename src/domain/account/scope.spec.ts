import { readScopes } from './scope';

describe('readScopes', () => {
  it.each([
    [undefined, ['read', 'write']],
    [['read'], ['read']],
    [
      ['write', 'read', 'write'],
      ['read', 'write'],
    ],
    ['read', ['read']],
    ['write read', ['read', 'write']],
    ['read,write', ['read', 'write']],
  ])('reads %j', (sent, scopes) => {
    expect(readScopes(sent)).toEqual(scopes);
  });

  it.each([[[]], [''], [null], [['admin']], ['read all'], [7], [{ read: true }]])('rejects %j', (sent) => {
    expect(() => readScopes(sent)).toThrow(
      expect.objectContaining({ fields: { scopes: [expect.any(String)] } }),
    );
  });
});
