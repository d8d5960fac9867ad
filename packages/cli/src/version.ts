import { API_VERSION } from '@backroom/core/site';

/** The version as three numbers: `1.4.1`. */
export const version = API_VERSION;

/** The version as a label: `v1.4.1`. */
export const versionLabel = `v${version}`;
