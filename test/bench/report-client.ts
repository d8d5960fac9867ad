import { Agent, request as send } from 'node:http';

/** A client that requests reports, over one kept connection. */
export class ReportClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** The whole answer as a text. */
  ask(path: string): Promise<string> {
    return this.#send('GET', path);
  }

  /** The answers to the questions of a screen, as a text. */
  answers(questions: object): Promise<string> {
    return this.#send('POST', '/reports/answers', { questions });
  }

  /** Has all orders exported, and returns a function that reads the written percentage. */
  async exporting(): Promise<() => Promise<number>> {
    const path = '/index.php?rest_route=/shop-analytics/reports/orders/export';
    const asked = { report_args: { after: '1990-01-01T00:00:00' } };
    const { export_id: id } = JSON.parse(await this.#send('POST', path, asked)) as { export_id: string };
    return async () => JSON.parse(await this.ask(`${path}/${id}/status`)).percent_complete;
  }

  /** Makes a category of items, and returns a function that changes it. */
  async toucher(): Promise<() => Promise<void>> {
    const made = await this.#send('POST', '/categories', { name: `Measured ${Date.now()}` });
    const { id } = JSON.parse(made) as { id: number };
    let time = 0;
    return async () => {
      time += 1;
      await this.#send('PUT', `/categories/${id}`, { description: `Changed ${time} times.` });
    };
  }

  #send(method: string, path: string, body?: object): Promise<string> {
    const headers = { authorization: `Bearer ${this.#token}`, ...(body && { 'content-type': 'application/json' }) };
    return new Promise((resolve, reject) => {
      const asking = send(`${this.#url}${path}`, { method, agent: this.#agent, headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          if (response.statusCode === 200 || response.statusCode === 201) resolve(text);
          else reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 500)}`));
        });
      });
      asking.on('error', reject).end(body && JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
