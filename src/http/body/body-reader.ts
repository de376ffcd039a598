import { Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Environment } from '../../config/environment';
import { InvalidError } from '../../domain/errors';
import type { Draft } from '../../domain/file/draft';
import { isSafe } from '../negotiation/safe-methods';
import { onClosed } from '../on-closed';
import { BodyBudget } from './body-budget';
import type { BodyDeclaration, FileLimit } from './body-declaration';
import { FileDrafts } from './file-drafts.port';
import { type BodyBounds, announcesBody, collect, receiveBody } from './incoming-body';
import { setIncomingForm } from './incoming-form';
import { MOST_JSON_TOKENS } from './json-bounds';
import { LargeJsonReader } from './large-json-reader';
import type { FormFields, FormReceiver } from './multipart-form';
import { readForm } from './read-form';
import { readJson } from './read-json';
import { SMALL_JSON_BYTES } from './read-large-json';
import { charsetOf, readFields, unreadableType } from './text-bodies';
import { setUploadedFile } from './uploaded-file';

const MEGABYTE = 1024 * 1024;
/** What a request needs that brings neither a form nor a file. */
const ORDINARY_BYTES = MEGABYTE;
const ORDINARY_TOKENS = 200_000;
const MOST_FIELDS = 1000;
const MOST_FILES = 1000;
/** Boundaries and the heads of parts. */
const MULTIPART_FRAME_BYTES = MEGABYTE;

/** As far as it matters for how a body is read. */
export interface Sender {
  /** Signed in, by whatever credential. */
  readonly isKnown: boolean;
  readonly address: string;
}

/** One request whose body is to be read. */
interface Delivery {
  readonly request: Request;
  readonly response: Response;
  readonly declaration: BodyDeclaration;
  readonly sender: Sender;
}

/** Reads bodies as their routes declare them, and no more of them than that. */
@Injectable()
export class BodyReader {
  private readonly logger = new Logger('http');

  constructor(
    private readonly environment: Environment,
    private readonly drafts: FileDrafts,
    private readonly budget: BodyBudget,
    private readonly largeJson: LargeJsonReader,
  ) {}

  /** Leaves the body in `request.body`, where handlers and DTOs expect it; an absent or empty one is `{}`. */
  async read(delivery: Delivery): Promise<void> {
    const { request, declaration } = delivery;
    request.body = {};
    const isMultipart = request.headers['content-type']?.startsWith('multipart/form-data') === true;
    if (declaration.inParts === true) {
      setIncomingForm(request, {
        kind: isMultipart ? 'multipart' : request.is('application/json') ? 'json' : 'other',
        read: (receiver) => this.readForm(delivery, receiver),
        readJson: () => this.readWhole(delivery),
      });
    } else if (declaration.text !== 'none' && announcesBody(request)) {
      request.body = isMultipart
        ? await this.readForm(delivery, this.receiverOf(delivery))
        : await this.readWhole(delivery);
    }
  }

  private async readWhole(delivery: Delivery): Promise<unknown> {
    const { request, response } = delivery;
    const bounds = this.boundsOf(delivery, this.textBytesOf(delivery));
    const bytes = await receiveBody(request, response, bounds, collect);
    // Some clients send a type that means nothing along with nothing, or a body where nobody looks for one.
    if (bytes.length === 0 || isSafe(request.method)) return {};
    const charset = charsetOf(request.headers['content-type'] ?? '');
    if (request.is('application/json') !== false) return this.readJson(delivery, bytes, charset);
    if (request.is('application/x-www-form-urlencoded') !== false) {
      return readFields(new TextDecoder(charset).decode(bytes), MOST_FIELDS);
    }
    throw unreadableType(request.headers['content-type'] ?? '');
  }

  /** An ordinary body takes some milliseconds to parse; where more may come, what is large is read elsewhere. */
  private async readJson({ declaration }: Delivery, bytes: Buffer, charset: string): Promise<unknown> {
    if (declaration.text === 'ordinary') {
      return readJson(new TextDecoder(charset).decode(bytes), ORDINARY_TOKENS);
    }
    return bytes.length > SMALL_JSON_BYTES
      ? this.largeJson.read({ bytes, charset, mostTokens: MOST_JSON_TOKENS })
      : readJson(new TextDecoder(charset).decode(bytes), MOST_JSON_TOKENS);
  }

  private readForm(delivery: Delivery, receiver: FormReceiver): Promise<FormFields> {
    const { request, response, declaration } = delivery;
    const textBytes = this.textBytesOf(delivery);
    const fileBytes = this.fileBytesOf(
      declaration.file?.maxBytes ?? (declaration.inParts === true ? 'upload' : 0),
    );
    const maxBytes = textBytes + fileBytes + MULTIPART_FRAME_BYTES;
    const bounds = { ...this.boundsOf(delivery, maxBytes), fileBytes };
    const limits = { textBytes, fields: MOST_FIELDS, files: MOST_FILES };
    return receiveBody(request, response, bounds, (source, end) =>
      readForm({ request, response, source, end, held: bounds.held }, limits, receiver),
    );
  }

  private boundsOf({ response, sender }: Delivery, maxBytes: number): BodyBounds {
    const held = this.budget.open(sender.address);
    // What became of the body is held as long as the request lasts.
    response.once('close', () => held.close());
    return { maxBytes, mayInflate: sender.isKnown, held };
  }

  /** Strangers send answers, whose form may admit them, and otherwise nothing large. */
  private textBytesOf({ declaration: { text, inParts }, sender }: Delivery): number {
    const { MAX_BODY_BYTES } = this.environment;
    const ordinary = Math.min(ORDINARY_BYTES, MAX_BODY_BYTES);
    if (text === 'none') return 0;
    if (text === 'ordinary' || !(sender.isKnown || inParts === true)) return ordinary;
    return text === 'content' ? MAX_BODY_BYTES : text;
  }

  private fileBytesOf(limit: FileLimit): number {
    return limit === 'upload' ? this.environment.MAX_UPLOAD_BYTES : limit;
  }

  private receiverOf({ request, response, declaration: { file } }: Delivery): FormReceiver {
    let hasFile = false;
    return {
      file: async (part) => {
        if (file === undefined) {
          throw new InvalidError('This route takes no files; send the form without any.');
        }
        if (hasFile || part.field !== file.field) {
          throw new InvalidError({ [file.field]: [`Send one file, in the field ${file.field}.`] });
        }
        hasFile = true;
        const draft = await this.drafts.draft(part.passOn(), this.fileBytesOf(file.maxBytes));
        this.discardWith(response, draft);
        setUploadedFile(request, { name: part.name, draft });
      },
    };
  }

  /** Whatever becomes of the request, what was not promoted by its end is not kept. */
  private discardWith(response: Response, draft: Draft): void {
    const discard = (): void => {
      draft.discard().catch((error: unknown) => this.logger.warn(error));
    };
    onClosed(response, discard);
  }
}
