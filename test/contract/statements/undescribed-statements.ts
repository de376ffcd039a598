import type { SentStatement } from '../../support/statement-tap';
import type { RecordedCall } from './describe-queries';

/** Connections of the service itself; jobs and notifications use others. */
const POOLS: ReadonlySet<string | undefined> = new Set(['fieldhouse', 'fieldhouse streams']);
/** Transaction control and the health probe. */
const FRAME = /^(START TRANSACTION|COMMIT|ROLLBACK|SELECT 1)$/;

export function undescribedStatements(
  sent: readonly SentStatement[],
  calls: readonly RecordedCall[],
): string[] {
  const shapes = new Set(calls.flatMap(({ texts }) => texts.map(shapeOf)));
  const unknown = sent
    .filter(
      ({ application, text }) => POOLS.has(application) && !FRAME.test(text) && !shapes.has(shapeOf(text)),
    )
    .map(({ text }) => text);
  return [...new Set(unknown)].sort();
}

/** Normalises what differs between calls: values, their number, assigned columns. */
function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\b\d+(,\d+)*\b/g, '0')
    .replace(/\$(, \$)+/g, '$')
    .replace(/(\([^()]*\))(, \([^()]*\))+/g, '$1')
    .replace(/ SET ("\w+" = \$(, )?)+/, ' SET …');
}
