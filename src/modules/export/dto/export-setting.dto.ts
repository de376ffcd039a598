import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ExportRequest } from '../../../domain/export/export-request';
import { OptionalLine, OptionalObject, RequiredLine, RequiredObject } from '../../../http/validation/field';
import type { ExportSettingInput } from '../export-setting.service';
import { ExportRequestDto } from './export.dto';

const MAX_NAME_LENGTH = 255;
const URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/export-settings/esYeXfoPmrQTNoCiBCi6rD';

export class WriteExportSettingDto {
  @RequiredLine(MAX_NAME_LENGTH)
  @ApiProperty({ example: 'Weekly report', description: 'Name; may be empty.' })
  name!: string;

  @RequiredObject()
  @ApiProperty({ type: ExportRequestDto, description: 'Export request as object or JSON text.' })
  export_settings!: ExportRequest;

  toInput(): ExportSettingInput {
    return { name: this.name, request: this.export_settings };
  }
}

export class UpdateExportSettingDto {
  @OptionalLine(MAX_NAME_LENGTH)
  @ApiPropertyOptional({ example: 'Weekly report' })
  name?: string;

  @OptionalObject()
  @ApiPropertyOptional({ type: ExportRequestDto })
  export_settings?: ExportRequest;

  toInput(): Partial<ExportSettingInput> {
    return {
      ...(this.name !== undefined && { name: this.name }),
      ...(this.export_settings !== undefined && { request: this.export_settings }),
    };
  }
}

export class ExportSettingDto {
  @ApiProperty({ example: 'esYeXfoPmrQTNoCiBCi6rD' }) uid!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}/` }) url!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}/data.csv`,
    description: 'URL of a CSV download with these settings.',
  })
  data_url_csv!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}/data.xlsx`,
    description: 'URL of an XLSX download with these settings.',
  })
  data_url_xlsx!: string;
  @ApiProperty({ example: 'Weekly report' }) name!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
  @ApiProperty({ type: ExportRequestDto }) export_settings!: object;
}
