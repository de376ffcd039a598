import type { SurveyRow } from '../asset/content';
import { readFormPaths } from './form-paths';
import type { FormVersion } from './form-version';

const version = (uid: string, survey: SurveyRow[]): FormVersion => ({
  uid,
  content: { schema: '1', translations: [null], translated: [], survey, settings: {} },
});

describe('the paths of a version', () => {
  it('are its own repeats and places, and the files of all versions', () => {
    const old = version('v1', [
      { type: 'begin_repeat', name: 'g' },
      { type: 'image', name: 'photo' },
      { type: 'geopoint', name: 'where' },
      { type: 'end_repeat' },
    ]);
    const current = version('v2', [
      { type: 'audit' },
      { type: 'begin_group', name: 'g' },
      { type: 'image', name: 'picture' },
      { type: 'geopoint', name: 'where' },
      { type: 'geotrace', name: 'way' },
      { type: 'begin_repeat', name: 'r' },
      { type: 'background-audio', name: 'sound' },
      { type: 'end_repeat' },
      { type: 'end_group' },
    ]);
    const paths = readFormPaths(current, [old, current]);
    expect([...paths.repeatPaths]).toEqual(['g/r']);
    expect([...paths.geoPaths]).toEqual(['g/where']);
    expect([...paths.filePaths].sort()).toEqual(['g/photo', 'g/picture', 'g/r/sound', 'meta/audit']);
    expect([...readFormPaths(old, [old, current]).repeatPaths]).toEqual(['g']);
  });
});
