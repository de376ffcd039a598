import { MAX_SAVED_REPORTS, savedReports, withoutReport, withReport } from './saved-report';

const OTHERS = { kobo: { crid: 'kobo', name: 'Theirs', questions: ['a'], reportStyle: {} }, odd: [1] };

describe('saved reports', () => {
  it('are added by name beside those of other applications', () => {
    const custom = withReport(OTHERS, { name: ' Water ', query: 'names=a,b&split_by=region' }, 'r1');
    expect(custom).toMatchObject(OTHERS);
    expect(custom['r1']).toEqual({
      crid: 'r1',
      name: 'Water',
      questions: ['a', 'b'],
      reportStyle: { groupDataBy: 'region' },
      query: 'names=a,b&split_by=region',
    });
    expect(savedReports(custom)).toEqual([{ id: 'r1', name: 'Water', query: 'names=a,b&split_by=region' }]);
  });

  it('replace the one of the same name, and are deleted alone', () => {
    const first = withReport(OTHERS, { name: 'Water', query: 'names=a' }, 'r1');
    const second = withReport(first, { name: 'Water', query: 'names=b' }, 'r2');
    expect(savedReports(second)).toEqual([{ id: 'r1', name: 'Water', query: 'names=b' }]);
    expect(withoutReport(second, 'r1')).toEqual(OTHERS);
  });

  it.each([
    ['no name', { name: ' ', query: '' }],
    ['a long name', { name: 'x'.repeat(101), query: '' }],
    ['a long address', { name: 'x', query: 'y'.repeat(2001) }],
  ])('refuse %s', (_, report) => {
    expect(() => withReport({}, report, 'r1')).toThrow(/./);
  });

  it('have a limit', () => {
    let custom = {};
    for (let n = 0; n < MAX_SAVED_REPORTS; n += 1)
      custom = withReport(custom, { name: `n${n}`, query: '' }, `r${n}`);
    expect(() => withReport(custom, { name: 'more', query: '' }, 'r')).toThrow('keeps 50 reports');
    expect(() => withReport(custom, { name: 'n1', query: '' }, 'r')).not.toThrow();
  });
});
