import { Links } from '../../http/url/links';
import {
  type PresentableAssignment,
  presentAssignments,
  cachedAssignmentsJson,
} from './permission.presenter';

const assignments: readonly PresentableAssignment[] = [
  { uid: 'pA', username: 'ann', codename: 'view_asset', partialGrants: null },
];

describe('cachedAssignmentsJson', () => {
  it.each(['https://one.example', 'https://two.example', 'https://one.example'])(
    'serialises the assignments for %s',
    (origin) => {
      const links = new Links(origin);
      const { bytes } = cachedAssignmentsJson(links, 'aX', assignments);
      expect(JSON.parse(bytes.toString())).toEqual(presentAssignments(links, 'aX', assignments));
    },
  );

  it('returns the same text for the same origin', () => {
    const links = new Links('https://one.example');
    expect(cachedAssignmentsJson(links, 'aX', assignments)).toBe(
      cachedAssignmentsJson(links, 'aX', assignments),
    );
  });
});
