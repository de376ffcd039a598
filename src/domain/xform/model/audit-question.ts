import { Compilation, locationOf } from '../compilation';
import { FormQuestion } from '../form/form-tree';
import { readParameters } from '../read/parameters';

const LOCATION = ['location-priority', 'location-min-interval', 'location-max-age'] as const;

/** Validates the parameters of an audit in combination: locations need all three of theirs. */
export function validateAudit(compilation: Compilation, audit: FormQuestion): void {
  const { values } = readParameters(compilation, audit);
  const given = LOCATION.filter((key) => values.has(key));
  const refuse = (message: string) => compilation.log.refuse(locationOf(audit, 'parameters'), message);
  if (given.length > 0 && given.length < LOCATION.length) {
    refuse(
      'Locations need all three of location-priority, location-min-interval and location-max-age. Add the missing ones.',
    );
  } else if (Number(values.get('location-max-age')) < Number(values.get('location-min-interval'))) {
    refuse('location-max-age must not be less than location-min-interval. Correct one of them.');
  }
}
