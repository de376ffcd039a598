import { resourceName } from './link-to';

describe('resourceName', () => {
  it.each([
    ['https://h.example/api/v2/users/ann/', 'ann'],
    ['/api/v2/users/ann/', 'ann'],
    ['/api/v2/users/ann', 'ann'],
    ['http://h:8000//api/v2/users/ann.json', 'ann'],
    ['/api/v2/users/ann%20b/', 'ann b'],
    ['/api/v2/permissions/view_asset/', undefined],
    ['/api/v2/users/', undefined],
    ['/api/v2/users/%E0%A4%A/', undefined],
    ['ann', undefined],
  ])('%s names %s', (link, name) => {
    expect(resourceName(link, 'users')).toBe(name);
  });
});
