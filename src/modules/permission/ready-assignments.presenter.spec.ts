import { Links } from '../../http/url/links';
import { type PresentableAssignment, presentAssignments } from './permission.presenter';
import { readyAssignments } from './ready-assignments.presenter';

const assignments: readonly PresentableAssignment[] = [
  { uid: 'pA', username: 'ann', codename: 'view_asset', partialGrants: null },
];

describe('assignments as text', () => {
  it.each(['https://one.example', 'https://two.example', 'https://one.example'])(
    'say for %s what they are',
    (origin) => {
      const links = new Links(origin);
      const { bytes } = readyAssignments(links, 'aX', assignments);
      expect(JSON.parse(bytes.toString())).toEqual(presentAssignments(links, 'aX', assignments));
    },
  );

  it('are made once for a host', () => {
    const links = new Links('https://one.example');
    expect(readyAssignments(links, 'aX', assignments)).toBe(readyAssignments(links, 'aX', assignments));
  });
});
