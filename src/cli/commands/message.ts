import { parseArgs } from 'node:util';
import { InAppMessageService } from '../../modules/account/message/in-app-message.service';
import { UsageError } from '../usage';
import { withService } from './service-context';

const MAX_LISTED = 1000;

export async function message([action, ...args]: string[]): Promise<number> {
  switch (action) {
    case 'create':
      return create(args);
    case 'list':
      return list(args);
    case 'end':
      return end(args);
    default:
      throw new UsageError('Use `message create`, `message list` or `message end UID`.');
  }
}

async function create(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      title: { type: 'string' },
      snippet: { type: 'string' },
      body: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      always: { type: 'boolean', default: false },
    },
  });
  const { title, body, until, snippet, from, always: alwaysDisplayAsNew } = values;
  if (title === undefined || body === undefined || until === undefined) {
    throw new UsageError('Specify --title, --body and --until.');
  }
  const validUntil = readTime(until, '--until');
  const validFrom = from === undefined ? undefined : readTime(from, '--from');
  const { uid } = await withService((app) =>
    app
      .get(InAppMessageService, { strict: false })
      .announce({ title, snippet, body, validFrom, validUntil, alwaysDisplayAsNew }),
  );
  process.stdout.write(`${uid}\n`);
  return 0;
}

async function list(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  const { items } = await withService((app) =>
    app.get(InAppMessageService, { strict: false }).listAnnouncements({ start: 0, limit: MAX_LISTED }),
  );
  for (const { uid, validFrom, validUntil, title } of items) {
    process.stdout.write(`${uid}  ${validFrom.toISOString()}  ${validUntil.toISOString()}  ${title}\n`);
  }
  return 0;
}

async function end(args: string[]): Promise<number> {
  const [uid, ...rest] = parseArgs({ args, allowPositionals: true, options: {} }).positionals;
  if (uid === undefined || rest.length > 0)
    throw new UsageError('Specify one uid; `message list` shows them.');
  await withService((app) => app.get(InAppMessageService, { strict: false }).end(uid));
  process.stdout.write(`Ended the message ${uid}.\n`);
  return 0;
}

function readTime(text: string, option: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) {
    throw new UsageError(`${option} must be a date or time, such as 2026-03-01 or 2026-03-01T08:00:00Z.`);
  }
  return time;
}
