import { cpuTimeOf } from '../../../../test/measure/cpu-time';
import { renameRows } from './rename-rows';
import { TypedRow } from './survey-rows';

const row = (name: string | undefined, type = 'text', index = 0): TypedRow => ({
  row: index + 2,
  type,
  cells: name === undefined ? { type } : { type, name },
});

describe('renameRows', () => {
  it('renames duplicate and invalid names and returns the renamed rows', () => {
    const names = ['a', 'a', 'a_001', '2 b', 'data'];
    const { rows, renamed } = renameRows(
      names.map((name, index) => row(name, 'text', index)),
      'data',
    );
    expect(rows.map(({ cells }) => cells['name'])).toEqual(['a', 'a_001', 'a_001_001', '_2_b', 'data_001']);
    expect(renamed).toEqual([
      { row: 3, from: 'a', to: 'a_001' },
      { row: 4, from: 'a_001', to: 'a_001_001' },
      { row: 5, from: '2 b', to: '_2_b' },
      { row: 6, from: 'data', to: 'data_001' },
    ]);
  });

  it('takes linear time for many rows of one name', async () => {
    const same = Array.from({ length: 20_000 }, (_, index) => row('q', 'text', index));
    const elapsedMs = await cpuTimeOf(() => {
      const { rows } = renameRows(same, 'data');
      expect(new Set(rows.map(({ cells }) => cells['name'])).size).toBe(20_000);
    });
    expect(elapsedMs).toBeLessThan(3_000);
  });

  it('does not rename ends, audits and rows without a name', () => {
    const rows = [
      row('audit', 'audit'),
      row('audit', 'text'),
      row(undefined),
      row('x', 'end_group'),
      row('x'),
    ];
    expect(renameRows(rows, 'data')).toEqual({ rows, renamed: [] });
  });
});
