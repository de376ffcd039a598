import { InvalidError } from '../../../domain/errors';
import type { ImportRequest } from '../../../domain/import/import-request';
import { resourceName } from '../../../http/url/resource-path';
import type { ImportInput } from '../import.service';
import type { CreateImportDto } from './import.dto';

/** A file as multer keeps it in memory. */
export interface UploadedWorkbook {
  readonly originalname: string;
  readonly buffer: Buffer;
}

/** The upload in the words of the service (contract-assets 6). @throws InvalidError for a destination that is no asset's URL */
export function readImportInput(dto: CreateImportDto, file: UploadedWorkbook | undefined): ImportInput {
  const destination = dto.destination === undefined ? undefined : resourceName(dto.destination, 'assets');
  if (dto.destination !== undefined && destination === undefined) {
    throw new InvalidError({ destination: ['Invalid hyperlink - No URL match.'] });
  }
  const request: ImportRequest = {
    // A survey is what is wanted, unless the library was asked for or nothing was said (contract-assets 6).
    library:
      dto.desired_type === undefined
        ? dto.library !== false
        : dto.desired_type !== 'survey' && dto.library !== false,
    ...(dto.name !== undefined && dto.name !== '' && { name: withoutEnding(dto.name) }),
    ...(destination !== undefined && { destination }),
    ...(dto.desired_type !== undefined && { desiredType: dto.desired_type }),
    ...(file !== undefined && { fileName: file.originalname }),
  };
  return { request, source: decode(dto.base64Encoded) ?? file?.buffer ?? null };
}

function withoutEnding(name: string): string {
  return name.replace(/\.(xlsx?|ods|csv)$/i, '');
}

/** Everything behind the word base64 and the character after it. */
function decode(text: string | undefined): Buffer | undefined {
  if (text === undefined || text === '') return undefined;
  const data = /base64[:,](.*)$/s.exec(text)?.[1] ?? '';
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(data)) {
    throw new InvalidError({ base64Encoded: ['Send `base64:` and the workbook in base64 after it.'] });
  }
  return Buffer.from(data, 'base64');
}
