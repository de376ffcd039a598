import { InvalidError } from '../../../domain/errors';
import type { ImportRequest } from '../../../domain/import/import-request';
import { resourceName } from '../../../http/url/resource-path';
import type { UploadedFile } from '../../../http/body/uploaded-file';
import type { ImportInput } from '../import.service';
import type { CreateImportDto } from './import.dto';

/** The upload in the words of the service (contract-assets 6). @throws InvalidError for a destination that is no asset's URL */
export function readImportInput(dto: CreateImportDto, file: UploadedFile | undefined): ImportInput {
  const destination = dto.destination === undefined ? undefined : resourceName(dto.destination, 'assets');
  if (dto.destination !== undefined && destination === undefined) {
    throw new InvalidError({ destination: ['Invalid hyperlink - No URL match.'] });
  }
  const request: ImportRequest = {
    // False makes a survey; anything else, also nothing, is for the library (contract-assets 6), unless a survey is named.
    library:
      dto.desired_type === undefined
        ? dto.library !== false
        : dto.desired_type !== 'survey' && dto.library !== false,
    ...(dto.name !== undefined && dto.name !== '' && { name: withoutEnding(dto.name) }),
    ...(destination !== undefined && { destination }),
    ...(dto.desired_type !== undefined && { desiredType: dto.desired_type }),
    ...(file !== undefined && { fileName: file.name }),
    ...(dto.url !== undefined && dto.url !== '' && { url: dto.url }),
  };
  return { request, source: decode(dto.base64Encoded) ?? file?.draft ?? null };
}

function withoutEnding(name: string): string {
  return name.replace(/\.(xlsx?|ods|csv)$/i, '');
}

/** Everything behind the word base64 and the character after it. */
function decode(text: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined;
  const mark = /base64[:,]/.exec(text);
  const data = mark === null ? '' : text.slice(mark.index + mark[0].length).replace(/\s+/g, '');
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw new InvalidError({ base64Encoded: ['Send `base64:` and the workbook in base64 after it.'] });
  }
  return Buffer.from(data, 'base64');
}
