import { InvalidError } from '../domain/errors';
import { readPullPath } from './briefcase.controller';

describe('readPullPath', () => {
  it.each([
    ['aX[@version=null and @uiVersion=null]/data[@key=uuid:1-2]', 'aX', 'uuid:1-2'],
    ['aX/aX[@key=uuid:kobotoolbox.org:12]', 'aX', 'uuid:kobotoolbox.org:12'],
  ])('parses %s', (text, formId, instanceId) => {
    expect(readPullPath(text)).toEqual({ formId, instanceId });
  });

  it.each([undefined, '', 'aX', 'aX/data', 'aX/data[@key=]', 'a/b/c[@key=x]'])('rejects %j', (text) => {
    expect(() => readPullPath(text)).toThrow(InvalidError);
  });
});
