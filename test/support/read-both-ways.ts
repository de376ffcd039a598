import type { Door } from '../../src/authorization/door';
import type { TestApp } from './app';
import { sendRaw } from './raw-request';
import { GENERAL_READ } from './ways-in';

/** A request that reads. */
export interface Read {
  readonly path: string;
  /** Absent: GET. */
  readonly method?: string;
  /** Absent: nobody asks. */
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All that came back, byte for byte, by the way that it takes by itself and by the general one. */
export interface BothWays {
  readonly light: string;
  readonly general: string;
  /** What the door thought of the first, if it was asked. */
  readonly wasPlain: boolean | undefined;
}

/** Asks the same by both ways. @param doors all that may stand in front of what is asked */
export async function readBothWays(app: TestApp, doors: readonly Door[], read: Read): Promise<BothWays> {
  const judged: boolean[] = [];
  const watched = doors.map((door) => {
    const judge = door.isPlain.bind(door);
    return jest.spyOn(door, 'isPlain').mockImplementation((...asked) => {
      judged.push(judge(...asked));
      return judged.at(-1)!;
    });
  });
  try {
    const light = await answerTo(app, read, {});
    const wasPlain = judged[0];
    const general = await answerTo(app, read, GENERAL_READ);
    if (judged.slice(1).includes(true)) throw new Error('The general way was not taken.');
    return { light: timeless(light), general: timeless(general), wasPlain };
  } finally {
    for (const each of watched) each.mockRestore();
  }
}

function answerTo(app: TestApp, read: Read, extra: Readonly<Record<string, string>>): Promise<string> {
  const headers: Record<string, string> = {
    Host: 'localhost',
    ...(read.authorization !== undefined && { Authorization: read.authorization }),
    Connection: 'close',
    ...read.headers,
    ...extra,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return sendRaw(
    app.port,
    Buffer.from(`${read.method ?? 'GET'} ${read.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
  );
}

const timeless = (answer: string): string =>
  answer
    .replace(/^Date: .*$/m, 'Date: …')
    .replace(/(csrftoken=|csrfmiddlewaretoken" value=")[\w.-]+/g, '$1…');
