import { Readable, PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MarkerTransform, writeChunks } from './marker-transform';
import { fillMarkers } from '../../domain/text/url-text';
import { attachmentsJson } from '../../domain/submission/submission-json';

const values = { host: 'https://survey.example.org', ownerUsername: 'ann' };
const attachments = attachmentsJson(
  [
    {
      uid: 'att1',
      fileName: 'a "b" \\u0068.jpg',
      mimetype: 'image/jpeg',
      deleted: false,
      questionXpath: 'p',
    },
    { uid: 'att2', fileName: 'é.mp3', mimetype: 'audio/mpeg', deleted: false, questionXpath: '' },
  ],
  { assetUid: 'aX', formUuid: 'f', rootUuid: 'r' },
);
const json = `{"results":[{"_attachments":${attachments},"typed":${JSON.stringify('"\\u0068 \\ "')}}]}`;

describe('MarkerTransform', () => {
  it.each([1, 2, 3, 6, 7, 8, 50, 10_000])(
    'replaces markers like fillMarkers in chunks of %i bytes',
    async (size) => {
      const bytes = Buffer.from(json);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      const filled = await text(Readable.from(chunks).pipe(new MarkerTransform(values)));
      expect(filled).toBe(fillMarkers(json, values));
      expect(JSON.parse(filled)).toBeTruthy();
    },
  );
});

async function* chunks(count: number, requested: number[]) {
  for (let index = 0; index < count; index += 1) {
    requested.push(index);
    yield Buffer.from(`${index}.`);
  }
}

describe('writeChunks', () => {
  it('writes all chunks and ends the sink', async () => {
    const sink = new PassThrough();
    const [written] = await Promise.all([text(sink), writeChunks(sink, chunks(4, []))]);
    expect(written).toBe('0.1.2.3.');
  });

  it('skips empty chunks', async () => {
    async function* some() {
      for (const each of ['', 'a', '', '', 'b', '']) yield Buffer.from(each);
    }
    const sink = new PassThrough();
    const [written] = await Promise.all([text(sink), writeChunks(sink, some())]);
    expect(written).toBe('ab');
  });

  it('rejects when the source fails', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('gone');
    }
    await expect(writeChunks(new PassThrough().resume(), broken())).rejects.toThrow('gone');
  });

  it('requests no chunk before the previous ones are written', async () => {
    const requested: number[] = [];
    const taken: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void taken.push(done),
    });
    const ended = writeChunks(slow, chunks(4, requested));
    for (let count = 1; count <= 4; count += 1) {
      for (let tick = 0; tick < 20; tick += 1) await new Promise(setImmediate);
      expect(requested).toHaveLength(count);
      taken.shift()!();
    }
    await ended;
  });

  it('ends the source and rejects when the sink is closed', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(10);
      } finally {
        isEnded = true;
      }
    }
    const sink = new Writable({ highWaterMark: 1, write: () => undefined });
    const written = writeChunks(sink, endless());
    setImmediate(() => sink.destroy());
    await expect(written).rejects.toThrow('Premature close');
    expect(isEnded).toBe(true);
  });
});
