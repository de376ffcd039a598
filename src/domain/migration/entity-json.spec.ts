import type { JsonObject } from '../text/json-members';
import { readEntityJson, readEntityListJson } from './entity-json';

const UUID = '5b26cdfb-8d5c-4a39-9fd1-58c9a1b6a0f4';
const VERSION = {
  version: 1,
  label: 'Asha',
  data: { village: 'Kisumu', members: 4 },
  baseVersion: null,
  conflicting: [],
  createdBy: 'owner',
  dateCreated: '2026-01-02T03:04:05.678Z',
  origin: { assetUid: 'aForm', rootUuid: 'r' },
};

describe('entities that were written as JSON', () => {
  it('are read with all versions', () => {
    const versions = [VERSION, { ...VERSION, version: 2, baseVersion: 1, branchId: UUID, origin: undefined }];
    const entity = readEntityJson(
      JSON.parse(JSON.stringify({ uuid: UUID, conflict: 'soft', versions })) as JsonObject,
    );
    expect(entity).toMatchObject({ uuid: UUID, version: 2, conflict: 'soft' });
    expect(entity!.versions).toEqual([
      expect.objectContaining({
        label: 'Asha',
        data: { village: 'Kisumu', members: '4' },
        trunkVersion: null,
        dateCreated: new Date('2026-01-02T03:04:05.678Z'),
        origin: { assetUid: 'aForm', rootUuid: 'r' },
      }),
      expect.objectContaining({ version: 2, baseVersion: 1, branchId: UUID, origin: undefined }),
    ]);
  });

  it.each([
    ['no uuid', { versions: [VERSION] }],
    ['no versions', { uuid: UUID }],
    ['a gap between versions', { uuid: UUID, versions: [VERSION, { ...VERSION, version: 3 }] }],
  ])('are refused with %s', (_, json) => {
    expect(readEntityJson(json)).toBeUndefined();
  });

  it('have a list, whose absent parts are empty', () => {
    expect(readEntityListJson({ uid: 'el', name: 'wells' })).toEqual({
      uid: 'el',
      name: 'wells',
      properties: [],
      approvalRequired: false,
    });
  });
});
