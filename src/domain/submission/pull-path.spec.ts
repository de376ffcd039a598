import { InvalidError } from '../errors';
import { readPullPath } from './pull-path';

describe('a submission as it is pulled', () => {
  it.each([
    ['aX[@version=null and @uiVersion=null]/data[@key=uuid:1-2]', 'aX', 'uuid:1-2'],
    ['aX/aX[@key=uuid:kobotoolbox.org:12]', 'aX', 'uuid:kobotoolbox.org:12'],
  ])('%s', (text, formId, instanceId) => {
    expect(readPullPath(text)).toEqual({ formId, instanceId });
  });

  it.each([undefined, '', 'aX', 'aX/data', 'aX/data[@key=]', 'a/b/c[@key=x]'])('is not %j', (text) => {
    expect(() => readPullPath(text)).toThrow(InvalidError);
  });
});
