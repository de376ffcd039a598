import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment';
import { type Mail, Mailer } from './mailer.port';

const TIMEOUT_MS = 30_000;

/** Loads nodemailer with the first mail (docs/performance.md#idle-memory). */
@Injectable()
export class SmtpMailer extends Mailer {
  constructor(private readonly environment: Environment) {
    super();
  }

  get isConfigured(): boolean {
    return this.environment.SMTP_URL !== undefined;
  }

  async send(mail: Mail): Promise<void> {
    const { SMTP_URL: url, MAIL_FROM: from } = this.environment;
    if (url === undefined) throw new Error('SMTP_URL is not set in this process. Set it in every process.');
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      // As an object, the address is not parsed as a list of addresses.
      await transport.sendMail({ from, ...mail, to: { name: '', address: mail.to } });
    } catch (error) {
      throw new Error(`The mail was not sent: ${failureOf(error)}`);
    } finally {
      transport.close();
    }
  }
}

/** Leaves out the answer to the content of the mail: servers may quote a link in it, and errors are logged and stored. */
function failureOf(error: unknown): string {
  const { code = 'unknown', command = '', responseCode, message } = error as SmtpError;
  if (command !== 'DATA') return message;
  return `${code} after DATA${responseCode === undefined ? '' : `, response ${responseCode}`}.`;
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}
