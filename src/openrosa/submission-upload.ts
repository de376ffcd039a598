import { Injectable } from '@nestjs/common';
import { lookup } from 'mime-types';
import { Environment } from '../config/environment';
import type { Actor } from '../domain/account/actor';
import { InvalidError, TooLargeError } from '../domain/errors';
import type { IncomingForm } from '../http/body/incoming-form';
import type { FilePart } from '../http/body/multipart-form';
import { type IntakeReceipt, IntakeService, type ReceivedFile } from '../modules/submission/intake.service';

const XML_PART = 'xml_submission_file';
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

interface Parts {
  xml: Buffer | undefined;
  readonly files: ReceivedFile[];
  /** Files whose bytes have begun to come in. */
  begun: number;
}

/**
 * Reads a multipart submission as it comes in: the XML into memory, up to MAX_BODY_BYTES, every other part through to
 * storage, hashed on the way and durable before intake sees its name.
 */
@Injectable()
export class SubmissionUpload {
  constructor(
    private readonly intake: IntakeService,
    private readonly environment: Environment,
  ) {}

  async takeIn(actor: Actor, form: IncomingForm): Promise<IntakeReceipt> {
    if (!form.isMultipart) {
      throw new InvalidError(
        'Send the submission as multipart/form-data with a part named xml_submission_file.',
      );
    }
    const parts: Parts = { xml: undefined, files: [], begun: 0 };
    await form.read({
      text: (field, value) => {
        if (field === XML_PART) this.takeXml(parts, Buffer.from(value));
      },
      file: (part) => this.keep(part, parts),
    });
    if (parts.xml === undefined) {
      throw new InvalidError(
        'The submission has no part named xml_submission_file; add the XML under that name.',
      );
    }
    return this.intake.submit(actor, { xml: parts.xml, files: parts.files });
  }

  private async keep({ field, name, mimetype, ...part }: FilePart, parts: Parts): Promise<void> {
    if (field === XML_PART) {
      this.takeXml(parts, Buffer.alloc(0));
      parts.xml = await this.readXml(part.content);
      return;
    }
    // The files keep the order in which they were sent, whichever is stored first.
    const place = parts.begun;
    parts.begun += 1;
    parts.files[place] = await this.intake.keepFile(name, mediaType(mimetype, name), part.passOn());
  }

  private takeXml(parts: Parts, xml: Buffer): void {
    if (parts.xml !== undefined)
      throw new InvalidError('The submission has more than one xml_submission_file.');
    parts.xml = xml;
  }

  private async readXml(content: AsyncIterable<Buffer>): Promise<Buffer> {
    const { MAX_BODY_BYTES } = this.environment;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        throw new TooLargeError(`The XML is larger than the ${MAX_BODY_BYTES} bytes that this server takes.`);
      }
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  }
}

function mediaType(sent: string, name: string): string {
  if (MEDIA_TYPE.test(sent) && sent !== 'application/octet-stream') return sent.toLowerCase();
  const guessed = lookup(name);
  return guessed === false ? 'application/octet-stream' : guessed;
}
