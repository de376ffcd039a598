import { connect, type Socket } from 'node:net';

export type MakeRequest = (number: number) => Buffer;

export interface LoadResult {
  readonly requests: number;
  readonly milliseconds: number;
  readonly requestsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Responses with another status than expected; any invalidates the measurement. */
  readonly unexpected: number;
}

const CRLF2 = Buffer.from('\r\n\r\n');

/**
 * Closed-loop load over loopback: each client sends its next request on its keep-alive connection when the response is
 * complete. Reads sockets itself, to cost less than the service.
 */
export async function load(options: {
  port: number;
  clients: number;
  seconds: number;
  expected: number;
  request: MakeRequest;
}): Promise<LoadResult> {
  const { port, clients, seconds, expected, request } = options;
  const latencies: number[] = [];
  let bytes = 0;
  let unexpected = 0;
  let number = 0;
  const started = performance.now();
  const until = started + seconds * 1000;

  const client = async (): Promise<void> => {
    const connection = await HttpConnection.open(port);
    do {
      const sent = performance.now();
      const response = await connection.exchange(request(number++));
      latencies.push(performance.now() - sent);
      bytes += response.bytes;
      if (response.status !== expected) unexpected += 1;
    } while (performance.now() < until);
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - started) / 1000;
  latencies.sort((one, other) => one - other);
  return {
    requests: latencies.length,
    milliseconds: elapsed * 1000,
    requestsPerSecond: latencies.length / elapsed,
    megabytesPerSecond: bytes / elapsed / 1e6,
    medianMs: latencies[Math.floor(latencies.length / 2)] ?? NaN,
    p99Ms: latencies[Math.floor(latencies.length * 0.99)] ?? NaN,
    unexpected,
  };
}

interface ResponseSummary {
  readonly status: number;
  readonly bytes: number;
}

/** Minimal HTTP/1.1: bodies with a length or in chunks, one at a time. */
class HttpConnection {
  private head: Buffer = Buffer.alloc(0);
  private inBody = false;
  private chunked = false;
  private remaining = 0;
  private tail: Buffer = Buffer.alloc(0);
  private status = 0;
  private bytes = 0;
  private settle: ((answer: ResponseSummary) => void) | undefined;
  private fail: ((error: Error) => void) | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.fail?.(error));
    socket.on('close', () => this.fail?.(new Error('The server closed the connection.')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', reject);
      socket.once('connect', () => resolve(new HttpConnection(socket)));
    });
  }

  exchange(request: Buffer): Promise<ResponseSummary> {
    this.bytes = 0;
    return new Promise((resolve, reject) => {
      this.settle = resolve;
      this.fail = reject;
      this.socket.write(request);
    });
  }

  close(): void {
    this.fail = undefined;
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.inBody) {
      this.readBody(chunk);
      return;
    }
    this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
    const end = this.head.indexOf(CRLF2);
    if (end === -1) return;
    const lines = this.head.toString('latin1', 0, end).toLowerCase();
    const body = this.head.subarray(end + CRLF2.length);
    this.head = Buffer.alloc(0);
    this.status = Number(lines.slice(9, 12));
    this.chunked = lines.includes('transfer-encoding: chunked');
    this.remaining = Number(/\ncontent-length: (\d+)/.exec(lines)?.[1] ?? 0);
    this.inBody = true;
    this.readBody(body);
  }

  private readBody(chunk: Buffer): void {
    if (this.chunked) {
      // Bodies of the measurement never contain this sequence.
      this.tail = Buffer.concat([this.tail, chunk.subarray(-7)]).subarray(-7);
      if (this.tail.toString('latin1') !== '\r\n0\r\n\r\n') return;
      this.tail = Buffer.alloc(0);
    } else {
      this.remaining -= chunk.length;
      if (this.remaining > 0) return;
    }
    this.inBody = false;
    this.settle?.({ status: this.status, bytes: this.bytes });
  }
}
