import type { Content } from '../content/content';
import { completeReportStyles } from './report-styles';

const content = {
  survey: [
    { type: 'begin_group', name: 'g', $kuid: 'k1', $autoname: 'g' },
    { type: 'text', $kuid: 'k2', $autoname: 'What' },
    { type: 'end_group', $kuid: 'k3' },
    { type: 'end', name: 'end', $kuid: 'k4', $autoname: 'end' },
  ],
} as unknown as Content;

describe('completeReportStyles', () => {
  it('has an entry per row, keyed by name or else by $kuid', () => {
    expect(completeReportStyles({}, content)).toEqual({
      default: {},
      specified: { g: {}, k2: {}, k3: {}, end: {} },
      kuid_names: { g: 'k1', k2: 'k2', k3: 'k3', end: 'k4' },
    });
  });

  it('keeps the styles of existing rows and unknown keys', () => {
    const given = { default: { a: 1 }, specified: { k2: { b: 2 }, gone: { c: 3 } }, mine: true };
    expect(completeReportStyles(given, content)).toMatchObject({
      default: { a: 1 },
      specified: { g: {}, k2: { b: 2 }, k3: {}, end: {} },
      mine: true,
    });
  });

  it('replaces styles that are not an object', () => {
    expect(completeReportStyles({ specified: 'x' }, content).specified).toMatchObject({ g: {} });
  });
});
