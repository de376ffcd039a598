import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { UPLOAD_REFUSALS } from '../../domain/entity/entity-upload';
import { InvalidError } from '../../domain/errors';
import type { UploadedFile } from '../../domain/file/staged-file';
import { isJsonObject, type JsonObject } from '../../domain/text/json-members';
import { OneOf, OptionalFlag, OptionalText, ParsedBy, readList } from '../../http/validation/field';
import type { UploadInput } from './entity-upload-file.service';
import { DATA, readData, readLabel, readUuid } from './entity.dto';
import type { NewEntity } from './entity.service';

const MAX_ENTITIES = 100_000;
const NEW_PROPERTIES = ['refuse', 'add', 'ignore'] as const;

export class UploadQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({ type: Boolean, default: false, description: 'Whether to store nothing.' })
  preview?: boolean;
}

export class UploadEntitiesDto {
  @ParsedBy(readEntities)
  @ApiPropertyOptional({
    type: 'array',
    items: {
      type: 'object',
      required: ['label'],
      properties: { uuid: { type: 'string' }, label: { type: 'string' }, data: DATA },
    },
    description: 'Entries as for creating one, up to 100 000.',
  })
  entities?: Iterable<NewEntity>;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'label,village\nHousehold of Asha,Kisumu\n',
    description:
      'Or text of a CSV file with columns `label`, `name` or `__id` for the uuid, `__version`, and properties. Empty cells ' +
      'empty the property of an entry that is updated; absent columns leave it.',
  })
  csv?: string;

  /** For OpenAPI only: the file part of the multipart body is read separately. */
  @ApiPropertyOptional({
    type: 'string',
    format: 'binary',
    description: 'Or the CSV file, up to 500 000 rows; multipart only.',
  })
  file?: never;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Whether rows with the uuid of an entity update it.',
  })
  update?: boolean;

  @OneOf(NEW_PROPERTIES, { required: false })
  @ApiPropertyOptional({
    enum: NEW_PROPERTIES,
    default: 'refuse',
    description: 'What becomes of columns that the list has no property for. Only the owner adds properties.',
  })
  new_properties?: (typeof NEW_PROPERTIES)[number];

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    default: false,
    description: 'Whether the other rows are stored if some are refused.',
  })
  skip_refused?: boolean;

  toInput(file: UploadedFile | undefined): UploadInput {
    const content = this.entities ?? this.csv ?? file?.staged;
    if (content === undefined) throw new InvalidError({ entities: ['This field is required.'] });
    return {
      content,
      updates: this.update ?? false,
      newProperties: this.new_properties ?? 'refuse',
      skipsRefused: this.skip_refused ?? false,
    };
  }
}

class RefusedRowDto {
  @ApiProperty({ type: 'integer', example: 3, description: 'Row of the file, or position of the entry.' })
  row!: number;
  @ApiProperty({ enum: UPLOAD_REFUSALS, example: 'label_missing' }) reason!: string;
  @ApiProperty({ example: 'Row 3 has no label. Fill it in.' }) detail!: string;
}

class UploadColumnsDto {
  @ApiProperty({ type: [String], example: ['village'], description: 'Properties of the list.' })
  properties!: string[];
  @ApiProperty({ type: [String], example: [], description: 'Properties that the list lacks.' })
  new!: string[];
  @ApiProperty({ type: [String], example: ['__createdAt'], description: 'Left out: columns of the service.' })
  ignored!: string[];
  @ApiProperty({ type: [String], example: [], description: 'Left out: no property may have the name.' })
  invalid!: string[];
}

export class UploadedEntitiesDto {
  @ApiProperty({ type: 'integer', example: 120, description: 'Entries created.' }) created!: number;
  @ApiProperty({ type: 'integer', example: 3, description: 'Entries that got a new version.' })
  updated!: number;
  @ApiProperty({ type: 'integer', example: 0, description: 'Rows that equal their entry.' })
  unchanged!: number;
  @ApiProperty({ type: 'integer', example: 1, description: 'Rows that were left out.' }) refused!: number;
  @ApiProperty({ type: [RefusedRowDto], description: 'The first 100 of them.' })
  refused_rows!: RefusedRowDto[];
  @ApiProperty({ type: UploadColumnsDto }) columns!: UploadColumnsDto;
}

/** Reads a short list at once, a long one whenever it is iterated: that throws too. */
function readEntities(sent: unknown): Iterable<NewEntity> {
  const list = readList(sent);
  if (list === undefined) throw new InvalidError('Expected a list of entries.');
  return Array.isArray(list) ? [...entitiesIn(list)] : { [Symbol.iterator]: () => entitiesIn(list) };
}

function* entitiesIn(list: Iterable<unknown>): Generator<NewEntity> {
  let row = 0;
  for (const each of list) {
    row += 1;
    if (row > MAX_ENTITIES) throw invalid(`Send at most ${MAX_ENTITIES} entries at a time.`);
    if (!isJsonObject(each)) throw invalid(`Entry ${row} is not an object.`);
    yield readEntity(each, row);
  }
}

function readEntity({ uuid, label, data }: JsonObject, row: number): NewEntity {
  try {
    return {
      uuid: uuid === undefined ? undefined : readUuid(uuid),
      label: readLabel(label ?? ''),
      data: data === undefined ? {} : readData(data),
    };
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error;
    throw invalid(`Entry ${row}: ${error.message}`);
  }
}

const invalid = (message: string): InvalidError => InvalidError.at('entities', message);
