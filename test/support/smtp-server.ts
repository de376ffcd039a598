import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text, without soft line breaks. */
  readonly content: string;
}

/** SMTP server on loopback that keeps what it receives. */
export class SmtpStandIn {
  readonly mails: ReceivedMail[] = [];
  /** Answers to the next mails, instead of accepting them; each is used once. */
  readonly refusals: ((content: string) => string)[] = [];

  private constructor(private readonly server: SMTPServer) {}

  /** @param login user and password that clients must send */
  static async start(login: { user: string; password: string }): Promise<SmtpStandIn> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        const isRight = username === login.user && password === login.password;
        done(isRight ? null : new Error('Wrong user or password'), { user: login.user });
      },
      onData: (stream, { envelope }, done) => {
        void text(stream).then((raw) => {
          const content = raw.replaceAll('=\r\n', '').replaceAll('\r\n', '\n');
          const refusal = standIn.refusals.shift();
          if (refusal !== undefined) {
            done(Object.assign(new Error(refusal(content)), { responseCode: 451 }));
            return;
          }
          const { mailFrom, rcptTo } = envelope;
          standIn.mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            content,
          });
          done();
        });
      },
    });
    const standIn = new SmtpStandIn(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
