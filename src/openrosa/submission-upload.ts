import { Injectable, Logger } from '@nestjs/common';
import { lookup } from 'mime-types';
import { Environment } from '../config/environment';
import type { Actor } from '../domain/account/actor';
import { InvalidError, TooLargeError } from '../domain/errors';
import type { IncomingForm } from '../http/body/incoming-form';
import type { FilePart } from '../http/body/multipart-form';
import { IncomingFilesService } from '../modules/submission/incoming-files.service';
import {
  type Admission,
  type IntakeReceipt,
  IntakeService,
  type ReceivedFile,
} from '../modules/submission/intake.service';

import { JsonSubmission } from './json-submission';
import type { SubmissionDoor } from './submission-door';

const XML_PART = 'xml_submission_file';
/** What collectors send beside the parts of a submission, and what is of no use here. */
const REMARKS: ReadonlySet<string> = new Set(['*isIncomplete*', 'Date', 'deviceID', 'csrfmiddlewaretoken']);
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
/** What one who is known may send before the XML says what it is for: as much as collectors are told to send at a time. */
const MOST_EARLY_BYTES = 10_000_000;

/** What has come of a submission. */
interface Arrival {
  readonly actor: Actor;
  readonly door: SubmissionDoor | undefined;
  admission: Promise<Admission> | undefined;
  /** In the order in which they were sent, whichever is written first. */
  readonly files: Promise<ReceivedFile>[];
}

/**
 * Reads a multipart submission as it comes in: the XML into memory, up to MAX_BODY_BYTES; every other part flows to a
 * draft once the XML was admitted. Every part is stored or refused, and whatever the end, no draft stays behind.
 */
@Injectable()
export class SubmissionUpload {
  private readonly logger = new Logger('openrosa');

  constructor(
    private readonly intake: IntakeService,
    private readonly json: JsonSubmission,
    private readonly files: IncomingFilesService,
    private readonly environment: Environment,
  ) {}

  /** @param door absent: the submission says itself which form it is for */
  async takeIn(actor: Actor, form: IncomingForm, door?: SubmissionDoor): Promise<IntakeReceipt> {
    if (form.kind === 'json') return this.json.takeIn(actor, await form.readJson(), door);
    if (form.kind !== 'multipart') {
      throw new InvalidError(
        'Send the submission as multipart/form-data with a part named xml_submission_file.',
      );
    }
    const arrival: Arrival = { actor, door, admission: undefined, files: [] };
    try {
      await form.read({
        text: (field, value) => this.takeText(arrival, field, value),
        file: (part) => this.takeFile(arrival, part),
      });
      if (arrival.admission === undefined) {
        throw new InvalidError(
          'The submission has no part named xml_submission_file; add the XML under that name.',
        );
      }
      return await this.intake.store(await arrival.admission, await Promise.all(arrival.files));
    } finally {
      await this.discard(arrival);
    }
  }

  private async takeText(arrival: Arrival, field: string, value: string): Promise<void> {
    if (field === XML_PART) await this.admit(arrival, async () => Buffer.from(value));
    else if (!REMARKS.has(field)) {
      throw new InvalidError(`The part "${field}" came without a filename; send every file with one.`);
    }
  }

  private async takeFile(arrival: Arrival, part: FilePart): Promise<void> {
    if (part.field === XML_PART) {
      await this.admit(arrival, () => this.readXml(part.content));
      return;
    }
    const file = this.receive(arrival, part);
    arrival.files.push(file);
    await file;
  }

  private async admit(arrival: Arrival, read: () => Promise<Buffer>): Promise<void> {
    if (arrival.admission !== undefined) {
      throw new InvalidError('The submission has more than one xml_submission_file.');
    }
    const { actor, door } = arrival;
    arrival.admission = read()
      .then((bytes) => (door?.identifies === true ? this.intake.identify(bytes) : bytes))
      .then((bytes) => this.intake.admit(actor, bytes, door));
    await arrival.admission;
  }

  private async receive(arrival: Arrival, part: FilePart): Promise<ReceivedFile> {
    const { name } = part;
    const described = { name, mimetype: mediaType(part.mimetype, name) };
    if (arrival.admission === undefined) {
      const room = await this.roomBeforeXml(arrival);
      return this.files.receive(described, part.passOn(), room);
    }
    await arrival.admission;
    return this.files.receive(described, part.passOn());
  }

  /** Bytes that a file may have which comes before the XML. */
  private async roomBeforeXml({ actor, files }: Arrival): Promise<number> {
    const earlier = await Promise.all(files);
    const bytes = earlier.reduce((sum, { draft }) => sum + draft.byteSize, 0);
    if (actor.kind === 'anonymous' || bytes >= MOST_EARLY_BYTES) {
      throw new InvalidError('Send the part xml_submission_file before the files.');
    }
    return MOST_EARLY_BYTES - bytes;
  }

  private async readXml(content: FilePart['content']): Promise<Buffer> {
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

  private async discard({ files }: Arrival): Promise<void> {
    for (const file of await Promise.allSettled(files)) {
      if (file.status === 'fulfilled') {
        await file.value.draft.discard().catch((error: unknown) => this.logger.warn(error));
      }
    }
  }
}

function mediaType(sent: string, name: string): string {
  if (MEDIA_TYPE.test(sent) && sent !== 'application/octet-stream') return sent.toLowerCase();
  const guessed = lookup(name);
  return guessed === false ? 'application/octet-stream' : guessed;
}
