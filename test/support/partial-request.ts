import { connect, type Socket } from 'node:net';

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Connection that sends a request piece by piece. */
export class PartialRequest {
  private received = Buffer.alloc(0);
  private readonly socket: Socket;
  private wake: () => void = () => undefined;

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

  /** Sends the request line and headers; adds `Host`. */
  head(line: string, headers: Readonly<Record<string, string | number>> = {}): this {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    this.socket.write([`${line} HTTP/1.1`, 'Host: localhost', ...lines, '', ''].join('\r\n'));
    return this;
  }

  /** Resolves when the bytes are written. @returns false if the connection is closed */
  send(bytes: string | Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.socket.destroyed) resolve(false);
      else this.socket.write(bytes, (error) => resolve(error === undefined || error === null));
    });
  }

  sendChunk(bytes: Buffer): Promise<boolean> {
    this.socket.write(`${bytes.length.toString(16)}\r\n`);
    this.socket.write(bytes);
    return this.send('\r\n');
  }

  /** Next complete response, even `100 Continue`. @throws Error if the connection ends before one */
  async response(): Promise<RawResponse> {
    for (;;) {
      const response = this.takeResponse();
      if (response !== undefined) return response;
      if (this.socket.destroyed)
        throw new Error(`No complete response, received: ${this.received.toString()}`);
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  disconnect(): void {
    this.socket.destroy();
  }

  private takeResponse(): RawResponse | undefined {
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
