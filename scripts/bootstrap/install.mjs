// Runs an installer: npm for the tools, pnpm for the packages.

import { Failure, say } from './common.mjs';
import { isStopping, launch } from './run.mjs';

const offline =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|error sending request|dns error/i;

/** Runs an installer; its output is shown only on failure. */
export async function install(what, { command, args, ...options }) {
  const { child, ended } = launch(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  let code;
  try {
    code = await ended;
  } catch (error) {
    throw new Failure(`Could not install ${what}: ${error.message}`);
  }
  if (isStopping()) throw new Failure('Stopped.');
  if (code === 0) return;
  say(output.trim().split('\n').slice(-25).join('\n'));
  throw new Failure(
    offline.test(output)
      ? `Could not install ${what}: the npm registry was not reached. It is needed once; later runs work without a network.`
      : `Could not install ${what}: the installer ended with code ${code}, see above.`,
  );
}

/** Retry options for both installers; by default they retry for minutes without a network. */
export const retryOptions = ['--fetch-retries=2', '--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=1000'];
