import { expandPartialGrants, isPartialCodename, partialGrantsBringAddSubmissions } from './partial-grant';
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
    expect(Object.fromEntries(kept)).toEqual({
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
    expect(Object.fromEntries(kept)).toEqual({
      change_submissions: [simone, both],
      add_submissions: [simone, both],
      view_submissions: [simone, both],
    });
    expect(partialGrantsBringAddSubmissions(kept)).toBe(true);
  });
});
