import type { Core } from '@backroom/core';
import { createDispatch, inventoryPolicy, inventoryRoutes, type RestRequest } from '@backroom/core/interface';
import { anAdministrator } from './builders.ts';

/** Parameters of a question, and the report that it names. */
export type Question = Readonly<Record<string, unknown>>;
/** What a question was answered with. */
export interface Answered {
  readonly answer?: Readonly<Record<string, unknown>>;
  readonly problem?: {
    readonly status: number;
    readonly code: string;
    readonly detail: string;
    readonly errors?: readonly { readonly field: string; readonly code: string }[];
  };
}

/** Sends several questions at once, as an administrator and without a wire. */
export function askingQuestions(core: Core) {
  const failures: unknown[] = [];
  const dispatch = createDispatch({
    core,
    policy: inventoryPolicy({ requireIfMatch: false }),
    routes: inventoryRoutes({ publicDocs: false }),
    onFailure: (cause) => void failures.push(cause),
  });
  const send = async (body: Readonly<Record<string, unknown>>) => {
    const request: RestRequest = {
      ...{ method: 'POST', path: '/reports/answers', prefix: '', query: [] },
      header: () => undefined,
      body: async () => ({ kind: 'json', value: body }),
      fingerprint: () => '',
      origin: { requestId: 'request-1', isSecure: true },
    };
    return dispatch(request, async () => anAdministrator());
  };
  return {
    send,
    failures,
    async ask(questions: Readonly<Record<string, Question>>): Promise<Readonly<Record<string, Answered>>> {
      const { status, body } = await send({ questions });
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return (body as { readonly answers: Readonly<Record<string, Answered>> }).answers;
    },
  };
}
