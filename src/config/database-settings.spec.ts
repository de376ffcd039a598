import { isDatabaseUrl, needsSelection, readServers } from './database-settings';

describe('servers of a database URL', () => {
  it.each([
    ['postgres://ann:p%2Cw@one:5432/db', ['postgres://ann:p%2Cw@one:5432/db'], undefined],
    ['postgres://one,two:5433/db', ['postgres://one/db', 'postgres://two:5433/db'], undefined],
    [
      'postgresql://ann:a,b@one:1,[::1]:2/db?sslmode=require&target_session_attrs=read-write',
      [
        'postgresql://ann:a,b@one:1/db?sslmode=verify-full',
        'postgresql://ann:a,b@[::1]:2/db?sslmode=verify-full',
      ],
      'read-write',
    ],
    [
      'postgres://one/db?a=b&sslmode=prefer&c=d',
      ['postgres://one/db?a=b&sslmode=verify-full&c=d'],
      undefined,
    ],
    [
      'postgres://one/db?uselibpqcompat=true&sslmode=require',
      ['postgres://one/db?uselibpqcompat=true&sslmode=require'],
      undefined,
    ],
    [
      'postgres://one,two/db?target_session_attrs=primary&sslmode=disable',
      ['postgres://one/db?sslmode=disable', 'postgres://two/db?sslmode=disable'],
      'primary',
    ],
  ])('reads %s', (url, urls, target) => {
    expect(readServers(url)).toEqual({ urls, target });
    expect(isDatabaseUrl(url)).toBe(true);
  });

  it('asks a single server only if the URL demands one that accepts writes', () => {
    expect(needsSelection(readServers('postgres://one/db'))).toBe(false);
    expect(needsSelection(readServers('postgres://one/db?target_session_attrs=read-write'))).toBe(true);
    expect(needsSelection(readServers('postgres://one,two/db'))).toBe(true);
  });

  it.each(['postgres://one,/db', 'postgres://one,two:x/db', 'postgres://u:1/2@one,two/db'])(
    'refuses %s',
    (url) => expect(isDatabaseUrl(url)).toBe(false),
  );
});
