import { Injectable, Logger } from '@nestjs/common';
import { lookup } from 'mime-types';
import { Environment } from '../config/environment';
import type { Actor } from '../domain/account/actor';
import { InvalidError, TooLargeError, orNotFound } from '../domain/errors';
import type { MultipartFile } from '../http/body/multipart-parser';
import { AttachmentStorageService } from '../modules/submission/intake/attachment-storage.service';
import {
  type AuthorizedSubmission,
  type IntakeReceipt,
  IntakeService,
  type ReceivedFile,
  type IntakeTarget,
} from '../modules/submission/intake/intake.service';
import type { IncomingForm } from '../http/body/read-multipart-form';
import { randomUUID } from 'node:crypto';
import { type InstanceDocument, writeInstance } from '../domain/submission/instance-document';
import { jsonToInstance } from '../domain/submission/json-instance';
import { type DeployedForm, DeployedFormService } from '../modules/deployment/deployed-form.service';
import { readInstanceFacts } from '../domain/submission/instance-parser';

/** The form that the path of a submission names. */
interface SubmissionTarget extends IntakeTarget {
  /** Submissions without an instanceID get a new one. */
  readonly assignsInstanceId?: boolean;
}

/**
 * Accepts a JSON submission: `{"id": "<form id>", "submission": {…}}` (contract-data 4.3), or only the answers where
 * the path names the form (decision 18). One with an instanceID stays unchanged, so that duplicates are detected.
 */
@Injectable()
export class JsonSubmission {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly intake: IntakeService,
  ) {}

  /** @throws as `IntakeService.authorize` does */
  async accept(actor: Actor, sent: unknown, target?: SubmissionTarget): Promise<IntakeReceipt> {
    const { form, answers } =
      target === undefined ? await this.readEnvelope(sent) : await this.readAnswers(sent, target);
    const original = jsonToInstance(answers, { rootName: form.rootName, formId: form.assetUid });
    const instance = target?.assignsInstanceId === true ? withInstanceId(original, answers, form) : original;
    const xml = Buffer.from(writeInstance(instance));
    return this.intake.store(await this.intake.authorize(actor, xml, target), []);
  }

  private async readEnvelope(sent: unknown): Promise<{ form: DeployedForm; answers: unknown }> {
    const { id, submission } = (sent ?? {}) as { id?: unknown; submission?: unknown };
    if (submission === undefined) throw new InvalidError('No submission key provided.');
    const form = orNotFound(
      typeof id === 'string' ? await this.forms.find({ formUuid: undefined, formId: id }) : undefined,
    );
    return { form, answers: submission };
  }

  private async readAnswers(
    sent: unknown,
    target: SubmissionTarget,
  ): Promise<{ form: DeployedForm; answers: unknown }> {
    const { submission } = (sent ?? {}) as { submission?: unknown };
    return {
      form: await this.forms.getDeployed(target),
      answers: typeof submission === 'object' && submission !== null ? submission : sent,
    };
  }
}

/** Adds a new instanceID and the newest version if there is no instanceID. @throws InvalidError without answers */
function withInstanceId(original: InstanceDocument, answers: unknown, form: DeployedForm): InstanceDocument {
  if (readInstanceFacts(original).instanceId !== undefined) return original;
  if (original.root.children.length === 0)
    throw new InvalidError('The submission has no answers. Send at least one.');
  const [versionUid] = form.versionUids;
  return jsonToInstance(answers, {
    rootName: form.rootName,
    formId: form.assetUid,
    ...(versionUid !== undefined && { versionUid }),
    instanceId: `uuid:${randomUUID()}`,
  });
}

const XML_PART = 'xml_submission_file';
/** Text parts that collectors send and this server ignores. */
const IGNORED_FIELDS: ReadonlySet<string> = new Set([
  '*isIncomplete*',
  'Date',
  'deviceID',
  'csrfmiddlewaretoken',
]);
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
/** Limit of files before the XML part, for signed-in callers: as X-OpenRosa-Accept-Content-Length. */
const MAX_BYTES_BEFORE_XML = 10_000_000;

interface Upload {
  readonly actor: Actor;
  readonly target: SubmissionTarget | undefined;
  readonly ownerUsername: string | undefined;
  authorized: Promise<AuthorizedSubmission> | undefined;
  /** In the order of the parts. */
  readonly files: Promise<ReceivedFile>[];
}

/**
 * Streams a multipart submission: buffers the XML, up to MAX_BODY_BYTES, and writes every other part to storage once the
 * submission is authorized. Staged files are discarded on every outcome.
 */
@Injectable()
export class SubmissionUpload {
  private readonly logger = new Logger('openrosa');

  constructor(
    private readonly intake: IntakeService,
    private readonly json: JsonSubmission,
    private readonly files: AttachmentStorageService,
    private readonly environment: Environment,
  ) {}

  /**
   * @param target absent: the submission names its form
   * @param ownerUsername owner of the form that the path names
   */
  async accept(
    actor: Actor,
    form: IncomingForm,
    target?: SubmissionTarget,
    ownerUsername?: string,
  ): Promise<IntakeReceipt> {
    if (form.kind === 'json') return this.json.accept(actor, await form.readJson(), target);
    if (form.kind !== 'multipart') {
      throw new InvalidError(
        'Send the submission as multipart/form-data with a part named xml_submission_file.',
      );
    }
    const upload: Upload = { actor, target, ownerUsername, authorized: undefined, files: [] };
    try {
      await form.read({
        text: (field, value) => this.readText(upload, field, value),
        file: (part) => this.readFile(upload, part),
      });
      if (upload.authorized === undefined) {
        throw new InvalidError(
          'The submission has no part named xml_submission_file. Add the XML under that name.',
        );
      }
      return await this.intake.store(await upload.authorized, await Promise.all(upload.files));
    } finally {
      await this.discard(upload);
    }
  }

  private async readText(upload: Upload, field: string, value: string): Promise<void> {
    if (field === XML_PART) await this.authorize(upload, async () => Buffer.from(value));
    else if (!IGNORED_FIELDS.has(field)) {
      throw new InvalidError(`The part "${field}" has no filename. Send every file with one.`);
    }
  }

  private async readFile(upload: Upload, part: MultipartFile): Promise<void> {
    if (part.field === XML_PART) {
      await this.authorize(upload, () => this.readXml(part.content));
      return;
    }
    const file = this.receive(upload, part);
    upload.files.push(file);
    await file;
  }

  private async authorize(upload: Upload, read: () => Promise<Buffer>): Promise<void> {
    if (upload.authorized !== undefined) {
      throw new InvalidError('The submission has more than one part named xml_submission_file. Send one.');
    }
    const { actor, target, ownerUsername } = upload;
    upload.authorized = read()
      .then((bytes) => (target?.assignsInstanceId === true ? this.intake.ensureInstanceId(bytes) : bytes))
      .then((bytes) => this.intake.authorize(actor, bytes, target, ownerUsername));
    await upload.authorized;
  }

  private async receive(upload: Upload, part: MultipartFile): Promise<ReceivedFile> {
    const { name } = part;
    const metadata = { name, mimetype: mediaType(part.mimetype, name) };
    if (upload.authorized === undefined) {
      const limit = await this.remainingBytesBeforeXml(upload);
      return this.files.receive(metadata, part.stream(), limit);
    }
    await upload.authorized;
    return this.files.receive(metadata, part.stream());
  }

  private async remainingBytesBeforeXml({ actor, files }: Upload): Promise<number> {
    const earlier = await Promise.all(files);
    const bytes = earlier.reduce((sum, { stagedFile: draft }) => sum + draft.byteSize, 0);
    if (actor.kind === 'anonymous' || bytes >= MAX_BYTES_BEFORE_XML) {
      throw new InvalidError('Send the part xml_submission_file before the files.');
    }
    return MAX_BYTES_BEFORE_XML - bytes;
  }

  private async readXml(content: MultipartFile['content']): Promise<Buffer> {
    const { MAX_BODY_BYTES } = this.environment;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of content) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        throw new TooLargeError(`The XML is too large. The limit is ${MAX_BODY_BYTES} bytes.`);
      }
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  }

  private async discard({ files }: Upload): Promise<void> {
    for (const file of await Promise.allSettled(files)) {
      if (file.status === 'fulfilled') {
        await file.value.stagedFile.discard().catch((error: unknown) => this.logger.warn(error));
      }
    }
  }
}

function mediaType(sent: string, name: string): string {
  if (MEDIA_TYPE.test(sent) && sent !== 'application/octet-stream') return sent.toLowerCase();
  const guessed = lookup(name);
  return guessed === false ? 'application/octet-stream' : guessed;
}
