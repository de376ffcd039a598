import { InvalidError } from '../errors';
import { isReservedUsername } from './reserved-usernames';

/** Format suffixes of URL paths, which would be ambiguous at the end of a username. */
const FORMAT_SUFFIX = /\.(json|xml|xls|xlsx|csv|geojson|html|api|kml|zip|mp3)$/;

const PATTERN = /^[a-z_.-][a-z0-9_.-]{2,149}$/;

/**
 * Validates a username, which is also the first segment of collector URLs: 3 to 150 of `a-z 0-9 _ . -`, not starting
 * with a digit or dot, not ending in a format suffix, and not reserved.
 * @throws InvalidError on the field `username`
 */
export function assertUsername(username: string): void {
  if (!PATTERN.test(username) || username.startsWith('.') || FORMAT_SUFFIX.test(username)) {
    throw InvalidError.at(
      'username',
      'Choose a username of 3 to 150 characters out of a-z, 0-9, "_", "." and "-", that starts with neither a digit nor a dot and does not end in a format such as ".json".',
    );
  }
  if (isReservedUsername(username)) {
    throw InvalidError.at('username', `The username ${username} is reserved. Choose another one.`);
  }
}
