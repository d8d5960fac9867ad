/**
 * The version of the interfaces: `/version`, `X-Api-Version` and `info.version`. Independent of the versions of the packages.
 */
export const API_VERSION = '1.4.1';
