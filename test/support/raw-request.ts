import { connect } from 'node:net';

/**
 * Sends bytes as they are, for requests that no HTTP client would make, and reads what comes back until the other side
 * closes the connection.
 */
export function sendRaw(port: number, bytes: string | Buffer, withinMs = 200_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const give = (): void => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('utf8'));
    };
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end of the answer within ${withinMs} ms.`));
    }, withinMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? give() : reject(error)));
    socket.on('close', give);
  });
}
