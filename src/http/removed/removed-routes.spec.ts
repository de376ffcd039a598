import { REMOVED_FIRST_SEGMENTS, removedRouteMessage } from './removed-routes';

describe('removedRouteMessage', () => {
  it.each([
    ['/api/v1', '/api/v2/ '],
    ['/api/v1/anything/else', '/api/v2/ '],
    ['/api/v1/data', '/api/v2/assets/?asset_type=survey '],
    ['/api/v1/data.json', '/api/v2/assets/?asset_type=survey '],
    ['/api/v1/data/17', '/api/v2/assets/<asset_uid>/data/ '],
    ['/api/v1/data/17.csv', '/api/v2/assets/<asset_uid>/data/ '],
    ['/api/v1/data/17/4/labels', '/api/v2/assets/<asset_uid>/data/<submission_id>/ '],
    ['/api/v1/forms', '/api/v2/assets/?asset_type=survey '],
    ['/api/v1/forms/17/form.xml', '/api/v2/assets/<asset_uid>/ '],
    ['/api/v1/forms/17/labels', 'tag_string'],
    ['/api/v1/metadata', '/api/v2/assets/<asset_uid>/files/ '],
    ['/api/v1/metadata/3', '/api/v2/assets/<asset_uid>/files/<file_uid>/ '],
    ['/api/v1/media/3', '/attachments/ '],
    ['/api/v1/submissions', '/submission '],
    ['/api/v1/user', '/me/'],
    ['/api/v1/notes', '/data/'],
    ['/api/v1/formlist', '/formList '],
    ['/api/v1/briefcase/x', '/data/ '],
    ['/API/V1/Data', '/api/v2/assets/?asset_type=survey '],
    ['/assets', '/api/v2/assets/ '],
    ['/assets/aX/submissions', '/api/v2/assets/<asset_uid>/data/ '],
    ['/assets/aX/submissions/4', '/api/v2/assets/<asset_uid>/data/<submission_id>/ '],
    ['/exports', '/api/v2/assets/<asset_uid>/exports/ '],
    ['/imports/iX', '/api/v2/imports/ '],
    ['/users/ann', '/api/v2/users/<username>/ '],
    ['/formUpload', '/api/v2/imports/ '],
  ])('%s names %s', (path, successor) => {
    expect(removedRouteMessage(path)).toContain(successor);
  });

  it.each([
    '/',
    '/api',
    '/api/v2/assets',
    '/api/v10/data',
    '/api/v2/assets/aX/data',
    '/assets_of_ann/formList',
    '/forms/aX/form.xml',
    '/formList',
    '/ann/submission',
    '/me',
  ])('ignores %s', (path) => {
    expect(removedRouteMessage(path)).toBeUndefined();
  });

  it('lists the first segments that are reserved from usernames', () => {
    expect(REMOVED_FIRST_SEGMENTS).toEqual(expect.arrayContaining(['api', 'assets', 'upload', 'users']));
  });
});
