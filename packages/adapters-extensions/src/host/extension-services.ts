import { type Actor, DomainError } from '@backroom/core';
import type { Extension, ExtensionManifest, ExtensionValues, SubmitJobInput } from '@backroom/core/extensions';
import { type OutboundClient, outboundRefused } from '@backroom/core/outbound';
import type { ServiceName } from '../protocol/messages.ts';
import type { HostServices } from './extension-host.ts';
import type { InterfaceRequests } from './interface-calls.ts';
import { isReserved, readFetch, readJobRequest, readStoreRequest } from './read-ask.ts';

/** What the services of extensions need of the application. */
export interface ServiceParts {
  readonly interfaces: InterfaceRequests;
  readonly outbound: OutboundClient;
  readonly values: ExtensionValues;
  /** The settings of an extension. */
  settingsOf(slug: string): Promise<Readonly<Record<string, unknown>>>;
  /** Submits a job of an extension. */
  submitJob(job: SubmitJobInput): Promise<object>;
  /** The actor of an extension with its granted rights; undefined if there is no such extension. */
  actorOf(slug: string): Promise<Actor | undefined>;
}

/** Creates what answers the requests of extensions: each acts with its own account, on its own values, to its own hosts. */
export function createServices(parts: ServiceParts): HostServices['servicesOf'] {
  return ({ slug }: Extension, manifest: ExtensionManifest) => {
    let actor: Promise<Actor | undefined> | undefined;
    const account = async (): Promise<Actor> => {
      actor ??= parts.actorOf(slug);
      const found = await actor.catch((error: unknown) => {
        actor = undefined;
        throw error;
      });
      if (!found) throw new DomainError('gone', 'extension_removed', 'The extension has been removed.');
      return found;
    };
    return async (service: ServiceName, input: unknown) => {
      switch (service) {
        case 'shop':
        case 'inventory':
          return parts.interfaces.send(service, await account(), input);
        case 'fetch':
          return fetchFor(parts, manifest, input);
        case 'store':
          return answerStore(parts.values, slug, input);
        case 'settings':
          return parts.settingsOf(slug);
        case 'jobs':
          return parts.submitJob({ slug, ...readJobRequest(input) });
        default:
          throw new DomainError('invalid', 'extension_request_invalid', 'There is no such service.');
      }
    };
  };
}

/** Maximum bytes of an answer of another server. */
const ANSWER_BYTES = 256 * 1_024;
/** Milliseconds for a request: less than a call into an extension has. */
const TOTAL_MS = 4_000;

async function fetchFor({ outbound }: ServiceParts, { slug, hosts }: ExtensionManifest, input: unknown) {
  const request = readFetch(input);
  if (!isListed(request.url, hosts)) throw outboundRefused(`The manifest of ${slug} does not list the host.`);
  const limits = { bodyBytes: ANSWER_BYTES, totalMs: TOTAL_MS, redirects: 0 };
  const answer = await outbound.send({ ...request, purpose: `extension ${slug}`, limits });
  const { status, headers } = answer;
  return { status, ok: status >= 200 && status < 300, headers, text: answer.text() };
}

/** Whether the manifest lists the host of a URL: a name without a port stands for the usual ports. */
function isListed(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return hosts.some((each) => {
    if (each === '*') return true;
    const [name = '', port] = each.split(':');
    if (port === undefined ? host !== hostname : host !== `${hostname}:${port}`) return false;
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
  });
}

async function answerStore(values: ExtensionValues, slug: string, input: unknown): Promise<unknown> {
  const request = readStoreRequest(input);
  switch (request.action) {
    case 'get':
      return values.get(slug, request.key);
    case 'set':
      return values.set(slug, request.key, request.value);
    case 'delete':
      return values.delete(slug, request.key);
    default:
      return (await values.keys(slug, request.prefix)).filter((key) => !isReserved(key));
  }
}
