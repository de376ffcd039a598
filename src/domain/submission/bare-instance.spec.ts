import { bareInstance, declaredInstance } from './bare-instance';

describe('an instance', () => {
  it.each([
    [`<?xml version='1.0' encoding="UTF-8" ?>\n<a/>`, '<a/>'],
    ['\uFEFF<?xml version="1.0"?><a><?xml-model x?></a>', '<a><?xml-model x?></a>'],
    ['<a/>', '<a/>'],
    ['<?xml-stylesheet x?><a/>', '<?xml-stylesheet x?><a/>'],
  ])('%j is %j inside another document', (xml, bare) => {
    expect(bareInstance(xml)).toBe(bare);
  });

  it('by itself begins with a declaration', () => {
    expect(declaredInstance('<a/>')).toBe('<?xml version="1.0" encoding="utf-8"?><a/>');
    expect(declaredInstance('<?xml version="1.0"?><a/>')).toBe('<?xml version="1.0"?><a/>');
  });
});
