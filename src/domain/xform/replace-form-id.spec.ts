import { InvalidError } from '../errors';
import { replaceFormId, replaceInstanceFormId } from './replace-form-id';

describe('replaceFormId', () => {
  it.each([
    ['<data id="simple" version="2">', '<data id="aNew" version="2">'],
    ["<data\n version='2' id = 'a>b'>", '<data\n version=\'2\' id="aNew">'],
    ['<data orx:version="2" idle="1">', '<data id="aNew" orx:version="2" idle="1">'],
    ['<data>', '<data id="aNew">'],
    ['<data id="aNew">', '<data id="aNew">'],
  ])('replaces %s', (root, expected) => {
    const form = (opening: string) =>
      `<?xml version="1.0"?>\r\n<h:html><h:head><h:title>é id="simple"</h:title><model><instance>${opening}<q id="q"/></data></instance><instance id="list"><root id="simple"/></instance></model></h:head></h:html>`;
    expect(replaceFormId(form(root), 'aNew')).toBe(form(expected));
  });

  it('refuses malformed XML', () => {
    expect(() => replaceFormId('<model><instance><data id="simple">', 'aNew')).toThrow(InvalidError);
  });
});

describe('replaceInstanceFormId', () => {
  it('replaces the id of the root', () => {
    expect(replaceInstanceFormId('<data id="simple"><q id="q">1</q></data>', 'aNew')).toBe(
      '<data id="aNew"><q id="q">1</q></data>',
    );
  });

  it('leaves an encrypted instance as it is', () => {
    const encrypted = '<data id="simple" encrypted="yes"><base64EncryptedKey>k</base64EncryptedKey></data>';
    expect(replaceInstanceFormId(encrypted, 'aNew')).toBe(encrypted);
  });
});
