import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { AddressGuard } from './address-guard';
import { AddressResolver } from './address-resolver';
import { GuardedConnection } from './guarded-connection';
import { type Message, type SendAnswer, type SendBounds, Sender, SendError } from './sender.port';
import { readTarget } from './target-url';

/** More of an answer is not read: nobody would look at it. */
const MOST_ANSWER_BYTES = 16 * 1024;

/** One sentence for a host that nobody has, one that refuses and one inside: none is told from the others. */
const UNREACHED =
  'Nothing could be sent to the endpoint; check that it leads to a public address and answers.';

/** Sends without being led inside. Time, and what is read of an answer, are bounded. */
@Injectable()
export class GuardedSender extends Sender {
  private readonly connection: GuardedConnection;

  constructor(guard: AddressGuard, resolver: AddressResolver) {
    super();
    this.connection = new GuardedConnection(guard, resolver);
  }

  async post({ url, headers, body }: Message, { withinMs, signal }: SendBounds): Promise<SendAnswer> {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), withinMs);
    const end = AbortSignal.any([deadline.signal, signal]);
    try {
      const question = { method: 'POST', headers, body: Buffer.from(body), signal: end } as const;
      const answer = await this.connection.ask(readTarget(url), question);
      return { statusCode: answer.statusCode ?? 0, text: await beginningOf(answer) };
    } catch {
      signal.throwIfAborted();
      if (!deadline.signal.aborted) throw new SendError(UNREACHED, false);
      throw new SendError(`The endpoint did not answer within ${Math.ceil(withinMs / 1000)} s.`, true);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  }
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_ANSWER_BYTES) break;
  }
  answer.destroy();
  return Buffer.concat(chunks).toString('utf8', 0, MOST_ANSWER_BYTES);
}
