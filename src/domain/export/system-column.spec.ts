import { repeatColumns, systemColumns } from './system-column';

describe('repeatColumns', () => {
  const submission = { _id: 7, _uuid: 'u', _status: 'submitted_via_web' };
  const position = { index: 1, parent: { title: 'Wells', index: 2 } };
  const cells = (...fields: string[]) =>
    Object.fromEntries(
      repeatColumns(systemColumns(true, false), new Set(fields), false).map(({ header, read }) => [
        header,
        read(submission, position),
      ]),
    );

  it('links rows to their submission, whatever fields are selected', () => {
    expect(cells('pump/depth')).toMatchObject({
      _parent_index: 2,
      _submission__id: 7,
      _submission__uuid: 'u',
      _submission__status: '',
    });
    expect(cells()).toMatchObject({ _submission__id: 7, _submission__status: 'submitted_via_web' });
  });
});
