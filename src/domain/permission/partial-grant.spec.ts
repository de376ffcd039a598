import {
  expandPartialGrants,
  isPartialCodename,
  partialGrantsBringAddSubmissions,
  samePartialGrants,
} from './partial-grant';
import { CODENAMES } from './codename';

const simone = { _submitted_by: 'simone' };
const both = { _submitted_by: { $in: ['simone', 'zariah'] } };

describe('partial grants', () => {
  it('narrow the permissions on submissions only', () => {
    expect(CODENAMES.filter(isPartialCodename)).toEqual([
      'add_submissions',
      'change_submissions',
      'delete_submissions',
      'validate_submissions',
      'view_submissions',
    ]);
  });

  it('hand their filters to what they imply, overlapping ones side by side', () => {
    const kept = expandPartialGrants([
      ['view_submissions', [both]],
      ['delete_submissions', [simone]],
    ]);
    expect(kept).toEqual({
      view_submissions: [both, simone],
      delete_submissions: [simone],
    });
    expect(partialGrantsBringAddSubmissions(kept)).toBe(false);
  });

  it('of changing bring seeing and adding, equal conditions kept once', () => {
    const kept = expandPartialGrants([
      ['change_submissions', [simone, both]],
      ['view_submissions', [simone]],
    ]);
    expect(kept).toEqual({
      change_submissions: [simone, both],
      add_submissions: [simone, both],
      view_submissions: [simone, both],
    });
    expect(partialGrantsBringAddSubmissions(kept)).toBe(true);
    expect(Object.keys(kept)).toEqual(['add_submissions', 'view_submissions', 'change_submissions']);
  });

  it('are equal whatever the order in which the keys of a condition were written', () => {
    const one = { district: 'north', consent: 'yes' };
    const other = { consent: 'yes', district: 'north' };
    const kept = expandPartialGrants([
      ['view_submissions', [one]],
      ['validate_submissions', [other]],
    ]);
    expect(kept.view_submissions).toEqual([one]);
    expect(samePartialGrants({ view_submissions: [one] }, { view_submissions: [other] })).toBe(true);
    expect(samePartialGrants({ view_submissions: [one] }, { view_submissions: [one, other] })).toBe(false);
    expect(samePartialGrants({ view_submissions: [one] }, null)).toBe(false);
  });
});
