import {
  expandPartialGrants,
  isPartialCodename,
  impliesAddSubmissions,
  equalPartialGrants,
} from './permission-set';
import { CODENAMES } from './codename';

const simone = { _submitted_by: 'simone' };
const both = { _submitted_by: { $in: ['simone', 'zariah'] } };

describe('partial grants', () => {
  it('cover the permissions on submissions only', () => {
    expect(CODENAMES.filter(isPartialCodename)).toEqual([
      'add_submissions',
      'change_submissions',
      'delete_submissions',
      'validate_submissions',
      'view_submissions',
    ]);
  });

  it('copy filters to implied permissions and keep overlapping conditions', () => {
    const expanded = expandPartialGrants([
      ['view_submissions', [both]],
      ['delete_submissions', [simone]],
    ]);
    expect(expanded).toEqual({
      view_submissions: [both, simone],
      delete_submissions: [simone],
    });
    expect(impliesAddSubmissions(expanded)).toBe(false);
  });

  it('of change_submissions imply viewing and adding, without duplicate conditions', () => {
    const expanded = expandPartialGrants([
      ['change_submissions', [simone, both]],
      ['view_submissions', [simone]],
    ]);
    expect(expanded).toEqual({
      change_submissions: [simone, both],
      add_submissions: [simone, both],
      view_submissions: [simone, both],
    });
    expect(impliesAddSubmissions(expanded)).toBe(true);
    expect(Object.keys(expanded)).toEqual(['add_submissions', 'view_submissions', 'change_submissions']);
  });

  it('are equal regardless of key order', () => {
    const one = { district: 'north', consent: 'yes' };
    const other = { consent: 'yes', district: 'north' };
    const expanded = expandPartialGrants([
      ['view_submissions', [one]],
      ['validate_submissions', [other]],
    ]);
    expect(expanded.view_submissions).toEqual([one]);
    expect(equalPartialGrants({ view_submissions: [one] }, { view_submissions: [other] })).toBe(true);
    expect(equalPartialGrants({ view_submissions: [one] }, { view_submissions: [one, other] })).toBe(false);
    expect(equalPartialGrants({ view_submissions: [one] }, null)).toBe(false);
  });
});
