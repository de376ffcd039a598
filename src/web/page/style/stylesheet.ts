import { BASE_STYLE } from './base-style';
import { CHART_STYLE } from './chart-style';
import { COMPONENT_STYLE } from './component-style';
import { DATA_STYLE } from './data-style';
import { TOKENS } from './tokens';

/** Stylesheet of all pages: no external fonts or images. */
export const STYLESHEET = TOKENS + BASE_STYLE + COMPONENT_STYLE + CHART_STYLE + DATA_STYLE;
