/** A mail in plain text to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export abstract class Mailer {
  /** Whether the operator set an SMTP server. */
  abstract readonly isConfigured: boolean;

  /**
   * Sends a mail. Call it from a job, which repeats after an error.
   * @throws Error without any part of the mail, if the server does not accept it
   */
  abstract send(mail: Mail): Promise<void>;
}
