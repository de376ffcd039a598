import { InvalidError } from '../errors';
import { isReservedUsername } from './reserved-usernames';

/** Endings that a path may carry to ask for a format; a username that ended in one could not be addressed. */
const FORMAT_SUFFIX = /\.(json|xml|xls|xlsx|csv|geojson|html|api|kml|zip|mp3)$/;

const PATTERN = /^[a-z_.-][a-z0-9_.-]{2,149}$/;

/**
 * The one rule for usernames, which are also the first segment of collectors' URLs: 3 to 150 of `a-z 0-9 _ . -`, not
 * starting with a digit, not ending like a format, and not a path of the service itself.
 * @throws InvalidError on the field `username`.
 */
export function assertUsername(username: string): void {
  if (!PATTERN.test(username) || username.startsWith('.') || FORMAT_SUFFIX.test(username)) {
    throw new InvalidError({
      username: [
        'Choose a username of 3 to 150 characters out of a-z, 0-9, "_", "." and "-", that starts with neither a digit nor a dot and does not end in a format such as ".json".',
      ],
    });
  }
  if (isReservedUsername(username)) {
    throw new InvalidError({
      username: [`The name ${username} is kept for the service itself; choose another one.`],
    });
  }
}
