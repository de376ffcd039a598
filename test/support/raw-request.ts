import { connect } from 'node:net';

/** Sends raw bytes, for requests that no HTTP client makes; resolves when the connection closes. */
export function sendRaw(port: number, bytes: string | Buffer, withinMs = 200_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The response did not end within ${withinMs} ms.`));
    }, withinMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    socket.on('close', finish);
  });
}
