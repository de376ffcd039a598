import { Controller, Query } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { readMapView } from '../../domain/geo/place-clusters';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { OptionalFlag, OptionalText } from '../../http/validation/field';
import { QUERY } from '../submission/read/submission.dto';
import { type PlaceClusterInput, type PlaceClusters, PlaceClusterService } from './place-cluster.service';

class PlaceClusterQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ required: true, example: 'household/place', description: 'Path of the question.' })
  question?: string;

  @OptionalText()
  @ApiPropertyOptional({
    required: true,
    example: '29.5,-11.7,40.4,-1.0',
    description: 'West, south, east and north of the view in degrees.',
  })
  bbox?: string;

  @OptionalText()
  @ApiPropertyOptional({
    required: true,
    example: '6',
    description: 'Zoom of the view, 0 to 22, in tiles of 256 pixels.',
  })
  zoom?: string;

  @OptionalText()
  @ApiPropertyOptional({ description: QUERY.description, example: QUERY.example })
  query?: string;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Returns what was read within half a second, with its `progress`. Ask again until that is 1.',
  })
  partial?: boolean;

  toInput(): PlaceClusterInput {
    return {
      partial: this.partial === true,
      question: this.question ?? '',
      query: this.query,
      view: readMapView(this.bbox, this.zoom),
    };
  }
}

class PlaceClusterDto {
  @ApiProperty({ example: 36.817223 }) longitude!: number;
  @ApiProperty({ example: -1.286389 }) latitude!: number;
  @ApiProperty({ example: 812 }) places!: number;
  @ApiProperty({ type: Number, nullable: true, example: null, description: '`_id` of a single place.' })
  submission!: number | null;
}

class PlaceClustersDto {
  @ApiProperty({
    example: 1,
    description: 'Share of the submissions that were read; below 1 with `partial` only.',
  })
  progress!: number;
  @ApiProperty({ example: 1000000, description: 'All places, also outside of the view.' }) places!: number;
  @ApiProperty({
    type: [Number],
    nullable: true,
    example: [29.5, -11.7, 40.4, -1],
    description: 'West, south, east and north of all places.',
  })
  bounds!: readonly number[] | null;
  @ApiProperty({ type: [PlaceClusterDto] }) clusters!: PlaceClusterDto[];
}

@ApiTags('Data')
@Controller('api/v2/assets/:uid/map-clusters')
export class PlaceClusterController {
  constructor(private readonly clusters: PlaceClusterService) {}

  @Endpoint('GET', {
    summary: 'List clusters of places in a part of the map',
    description:
      'Places of the submissions that the caller may view, by a grid of 64 pixels, at most 2048 clusters. Lines and areas ' +
      'count at their first point. Not in KoboToolbox.',
    returns: PlaceClustersDto,
    fails: { 400: 'A parameter is invalid, or the asset was never deployed.' },
  })
  @Requires('view_submissions')
  async listClusters(access: AssetAccess<'view_submissions'>, @Query() query: PlaceClusterQueryDto) {
    return presentClusters(await this.clusters.find(access, query.toInput()));
  }
}

/** Six decimals of a degree are a tenth of a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

function presentClusters({ progress, places, bounds, clusters }: PlaceClusters): PlaceClustersDto {
  return {
    progress,
    places,
    bounds: bounds?.map(rounded) ?? null,
    clusters: clusters.map(({ longitude, latitude, places, submission = null }) => ({
      longitude: rounded(longitude),
      latitude: rounded(latitude),
      places,
      submission,
    })),
  };
}
