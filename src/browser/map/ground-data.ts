import type { PackedGround } from '../../domain/geo/map-ground';

/** Empty here: the build puts in Natural Earth, reduced (`.config/map-ground.mjs`). */
export const GROUND_DATA: PackedGround = { unitsPerDegree: 1, arcs: [], countries: [], lakes: [] };
