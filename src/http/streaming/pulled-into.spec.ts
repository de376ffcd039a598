import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pulledInto } from './pulled-into';

async function* pieces(count: number, asked: number[]) {
  for (let of = 0; of < count; of += 1) {
    asked.push(of);
    yield Buffer.from(`${of}.`);
  }
}

describe('pulledInto', () => {
  it('writes all pieces and ends the sink', async () => {
    const sink = new PassThrough();
    const [written] = await Promise.all([text(sink), pulledInto(sink, pieces(4, []))]);
    expect(written).toBe('0.1.2.3.');
  });

  it('passes over what is empty', async () => {
    async function* some() {
      for (const each of ['', 'a', '', '', 'b', '']) yield Buffer.from(each);
    }
    const sink = new PassThrough();
    const [written] = await Promise.all([text(sink), pulledInto(sink, some())]);
    expect(written).toBe('ab');
  });

  it('breaks where the pieces do', async () => {
    async function* broken() {
      yield Buffer.from('a');
      throw new Error('gone');
    }
    await expect(pulledInto(new PassThrough().resume(), broken())).rejects.toThrow('gone');
  });

  it('asks for no piece before those that it has are taken', async () => {
    const asked: number[] = [];
    const taken: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => void taken.push(done),
    });
    const ended = pulledInto(slow, pieces(4, asked));
    for (let piece = 1; piece <= 4; piece += 1) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(asked).toHaveLength(piece);
      taken.shift()!();
    }
    await ended;
  });

  it('ends the pieces when the sink is closed, and says so', async () => {
    let isEnded = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(10);
      } finally {
        isEnded = true;
      }
    }
    const sink = new Writable({ highWaterMark: 1, write: () => undefined });
    const pulled = pulledInto(sink, endless());
    setImmediate(() => sink.destroy());
    await expect(pulled).rejects.toThrow('Premature close');
    expect(isEnded).toBe(true);
  });
});
