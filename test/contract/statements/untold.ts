import type { SentStatement } from '../../support/statement-tap';
import type { ToldCall } from './describe-queries';

/** The connections whose statements are the service's own; jobs and changes are taken by libraries and listeners. */
const POOLS: ReadonlySet<string | undefined> = new Set(['fieldhouse', 'fieldhouse streams']);
/** Beginnings and ends of transactions, and the question whether the database answers. */
const FRAME = /^(START TRANSACTION|COMMIT|ROLLBACK|SELECT 1)$/;

/** Statements among `sent` that no sample tells of. */
export function untold(sent: readonly SentStatement[], told: readonly ToldCall[]): string[] {
  const shapes = new Set(told.flatMap(({ texts }) => texts.map(shapeOf)));
  const unknown = sent
    .filter(
      ({ application, text }) => POOLS.has(application) && !FRAME.test(text) && !shapes.has(shapeOf(text)),
    )
    .map(({ text }) => text);
  return [...new Set(unknown)].sort();
}

/** The statement without what differs from call to call: values, how many there are, which columns an UPDATE sets. */
function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\b\d+(,\d+)*\b/g, '0')
    .replace(/\$(, \$)+/g, '$')
    .replace(/(\([^()]*\))(, \([^()]*\))+/g, '$1')
    .replace(/ SET ("\w+" = \$(, )?)+/, ' SET …');
}
