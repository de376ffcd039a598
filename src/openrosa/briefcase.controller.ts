import { Injectable, Controller, Get, Query } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiQuery,
  ApiTags,
} from '@nestjs/swagger';
import type { Actor } from '../domain/account/actor';
import { InvalidError, orNotFound, DeniedError } from '../domain/errors';
import type { AssetAccess } from '../domain/permission/asset-access';
import { PermissionService } from '../modules/permission/permission.service';
import {
  type PulledList,
  type PulledSubmission,
  SubmissionPullService,
} from '../modules/submission/stream/submission-stream.service';
import { stripXmlDeclaration } from '../domain/submission/instance-document';
import { escapeAttribute, escapeText } from '../domain/text/xml-text';
import { wireDate } from '../domain/text/wire-date';
import { Reply } from '../http/reply';
import { OPENROSA_HEADERS } from './openrosa.presenter';
import { AccessInService, CurrentActor, SignedIn, Priority } from '../authorization/policy';
import { Endpoint } from '../http/endpoint';
import { type Links, ResponseLinks } from '../http/url/links';
import { XML_CONTENT } from './openrosa-request';

interface PullPath {
  readonly formId: string;
  /** With its scheme, as in the submission list. */
  readonly instanceId: string;
}

const PATH = /^(?<formId>[^[/]+)(?:\[[^\]]*\])?\/[^[/]+\[@key=(?<instanceId>[^\]]+)\]$/;

/**
 * Parses the `formId` of an ODK Briefcase download, `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`.
 * @throws InvalidError for any other text
 */
export function readPullPath(text: string | undefined): PullPath {
  const { formId, instanceId } = PATH.exec(text ?? '')?.groups ?? {};
  if (formId === undefined || instanceId === undefined) {
    throw new InvalidError('Send `formId` as `form[@version=null and @uiVersion=null]/root[@key=uuid:…]`.');
  }
  return { formId, instanceId };
}

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/** Serves submissions to ODK Briefcase: lists of identifiers, then one submission per request. */
@Injectable()
export class Briefcase {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionPullService,
  ) {}

  /** @throws NotFoundError for a form whose submissions the caller may not view; InvalidError for malformed numbers */
  async list(
    actor: Actor,
    { formId, cursor, numEntries }: Readonly<Record<string, string | undefined>>,
  ): Promise<PulledList> {
    const access = await this.access(actor, formId);
    const limit = Math.min(parseNumber(numEntries, 'numEntries') || DEFAULT_LIMIT, MAX_LIMIT);
    return this.submissions.list(access, parseNumber(cursor, 'cursor'), limit);
  }

  /** @param path names form and submission @throws InvalidError, NotFoundError */
  async download(actor: Actor, path: string | undefined): Promise<PulledSubmission> {
    const { formId, instanceId } = readPullPath(path);
    return this.submissions.get(await this.access(actor, formId), instanceId);
  }

  private async access(actor: Actor, formId = ''): Promise<AssetAccess<'view_submissions'>> {
    return orNotFound(await this.permissions.authorize(actor, formId, 'view_submissions'));
  }
}

/** Absent and empty mean 0: from the start. */
function parseNumber(text: string | undefined, name: string): number {
  if (text === undefined || text === '') return 0;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidError(`\`${name}\` must be a whole number.`);
  return Number(text);
}

const NAMESPACE = 'http://opendatakit.org/submissions';

/** Every identifier is prefixed with `uuid:`, also one that has another scheme. */
function presentPulledList({ uuids, cursor }: PulledList): Reply<string> {
  const ids = uuids.map((uuid) => `        <id>uuid:${escapeText(uuid)}</id>\n`).join('');
  const body =
    `<idChunk xmlns="${NAMESPACE}">\n    <idList>\n${ids}    </idList>\n` +
    `    <resumptionCursor>${cursor}</resumptionCursor>\n</idChunk>\n`;
  return new Reply(200, body, OPENROSA_HEADERS);
}

/** The original XML with metadata as attributes of its root, and the download URLs of its files. */
function presentPulledSubmission(origin: string, pulled: PulledSubmission): Reply<string> {
  const { assetUid, id, uuid, xml, submittedAt, files } = pulled;
  const date = wireDate(submittedAt);
  const metadata: [name: string, value: string][] = [
    ['instanceID', `uuid:${uuid}`],
    ['submissionDate', date],
    ['isComplete', 'true'],
    ['markedAsCompleteDate', date],
  ];
  const media = files.map(
    (file) =>
      `<mediaFile><filename>${escapeText(file.name)}</filename><hash>md5:${file.md5}</hash>` +
      `<downloadUrl>${escapeText(`${origin}/api/v2/assets/${assetUid}/data/${id}/attachments/${file.uid}/`)}</downloadUrl></mediaFile>`,
  );
  const body =
    `<submission xmlns="${NAMESPACE}" xmlns:orx="http://openrosa.org/xforms"><data>` +
    `${withAttributes(stripXmlDeclaration(xml), metadata)}</data>${media.join('')}</submission>`;
  return new Reply(200, body, OPENROSA_HEADERS);
}

/** Adds attributes to the root element; existing ones keep their values. */
function withAttributes(xml: string, attributes: readonly [name: string, value: string][]): string {
  return xml.replace(/<[^\s/>!?][^>]*/, (root) => {
    const [start = '', slash = ''] = root.endsWith('/') ? [root.slice(0, -1), '/'] : [root];
    const added = attributes.filter(([name]) => !new RegExp(`\\s${name}\\s*=`).test(start));
    return start + added.map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('') + slash;
  });
}

const query = (name: string, description: string) => ({ name, type: String, required: false, description });

@ApiTags('OpenRosa')
@ApiProduces('text/xml')
@ApiNotFoundResponse({ description: 'The form or submission does not exist, or the caller may not view it.' })
@Controller()
export class BriefcaseController {
  constructor(private readonly briefcase: Briefcase) {}

  @Endpoint('GET view/submissionList', {
    summary: 'List submission identifiers',
    description: 'In the order of arrival, 100 at a time by default.',
  })
  @Priority('low')
  @AccessInService('view_submissions', { signedIn: true })
  @ApiQuery(query('formId', 'Uid of the asset.'))
  @ApiQuery(query('cursor', 'The `resumptionCursor` of the previous response; absent to start.'))
  @ApiQuery(query('numEntries', 'Maximum number of identifiers to return. Default: 100; at most 1000.'))
  @ApiOkResponse(XML_CONTENT)
  async listBriefcaseSubmissions(
    @CurrentActor() actor: Actor,
    @Query() query: Readonly<Record<string, string | undefined>>,
  ) {
    return presentPulledList(await this.briefcase.list(actor, query));
  }

  @Endpoint('GET view/downloadSubmission', {
    summary: 'Download a submission',
    description: 'The original XML and the URLs of its attachments.',
  })
  @Priority('low')
  @AccessInService('view_submissions', { signedIn: true })
  @ApiQuery(query('formId', '`form[@version=null and @uiVersion=null]/root[@key=uuid:…]`'))
  @ApiOkResponse(XML_CONTENT)
  async downloadBriefcaseSubmission(
    @CurrentActor() actor: Actor,
    @Query('formId') path: string | undefined,
    @ResponseLinks() links: Links,
  ) {
    return presentPulledSubmission(links.origin, await this.briefcase.download(actor, path));
  }

  /** Always 403 (contract-data 4). */
  @Get([':username/view/submissionList', ':username/view/downloadSubmission'])
  @SignedIn()
  @ApiOperation({ summary: 'Reject a pull from a path with a username' })
  @ApiForbiddenResponse({
    description: 'Always. Use the path without a username.',
    content: { 'text/xml': XML_CONTENT },
  })
  rejectUserPull(): never {
    throw new DeniedError('Submissions cannot be pulled from a URL with a username. Use /view/ without it.');
  }
}
