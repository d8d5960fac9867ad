import declared from '../../scripts/bootstrap/server-environment.json' with { type: 'json' };

/** The environment in which `npm start` runs the server: options of Node, size of its thread pool, memory allocation. */
export const serverEnvironment: Readonly<Record<string, string>> = declared;
