import { rootNameOf } from './instance-document';

describe('rootNameOf', () => {
  it.each([
    ['<data/>', 'data'],
    ['<data id="a"><b/></data>', 'data'],
    ['\ufeff<?xml version="1.0"?>\n<!-- <other> -->\n<?pi <more>?><aXy9 version="1"/>', 'aXy9'],
    ['<h:data xmlns:h="urn:x"/>', 'data'],
    ['<données\n a="1"/>', 'données'],
  ])('of %j is %s', (xml, name) => {
    expect(rootNameOf(xml)).toBe(name);
  });
});
