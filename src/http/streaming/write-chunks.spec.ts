import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { writeChunks } from './write-chunks';

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
