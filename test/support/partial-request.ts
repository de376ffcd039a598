import { connect, type Socket } from 'node:net';

/** What came back over a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a request is sent bit by bit. */
export class PartialRequest {
  private received = Buffer.alloc(0);
  private readonly socket: Socket;
  private wake: () => void = () => undefined;

  /** Resolves when the other side has closed the connection, by whatever means. */
  readonly closed: Promise<void>;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        resolve();
        this.wake();
      });
    });
  }

  /** Sends the head of a request; `Host` is there already. */
  head(line: string, headers: Readonly<Record<string, string | number>> = {}): this {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    this.socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'));
    return this;
  }

  /** Resolves when the bytes are on their way. @returns false when the connection is closed */
  send(bytes: string | Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) resolve(false);
      else this.socket.write(bytes, (error) => resolve(error === undefined || error === null));
    });
  }

  /** Sends the bytes as one chunk of a chunked body. */
  sendChunk(bytes: Buffer): Promise<boolean> {
    this.socket.write(`${bytes.length.toString(16)}\r\n`);
    this.socket.write(bytes);
    return this.send('\r\n');
  }

  /** The first answer that comes whole, `100 Continue` included. @throws Error when the connection ends without one */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = this.takeAnswer();
      if (answer !== undefined) return answer;
      if (this.socket.destroyed) throw new Error(`No answer, only: ${this.received.toString()}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  hangUp(): void {
    this.socket.destroy();
  }

  private takeAnswer(): RawAnswer | undefined {
    const end = this.received.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const [line = '', ...lines] = this.received.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((each) => [
        each.slice(0, each.indexOf(':')).toLowerCase(),
        each.slice(each.indexOf(':') + 2),
      ]),
    );
    const whole = end + 4 + Number(headers['content-length'] ?? 0);
    if (this.received.length < whole) return undefined;
    const body = this.received.subarray(end + 4, whole).toString();
    this.received = this.received.subarray(whole);
    return { status: Number(line.split(' ')[1]), headers, body };
  }
}
