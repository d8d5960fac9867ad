import { type AuditEntry, auditOutcomes, listAuditEntries } from '@backroom/core/audit';
import { choice, dateTime, idOrStart, integer, snake, text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import { table } from '../../print.ts';

/** Lists entries of the audit log. */
export const auditList = command({
  name: 'audit list',
  group: 'Accounts',
  summary: 'List the audit log, refused actions included, the newest first.',
  examples: [
    'backroom audit list --outcome denied',
    'backroom audit list --action "user.*" --actor anna --from 2026-11-01T00:00:00Z',
    'backroom audit list --limit 500 --json',
  ],
  flags: {
    action: text({ maxLength: 64, description: 'One action, or all that begin alike: "user.*".' }),
    actor: text({ maxLength: 150, description: 'Name or id of the account; cli:<name> for the command line.' }),
    target_type: text({ maxLength: 64, description: 'The type of the target: user, item …' }),
    target_id: text({ maxLength: 200, description: 'The id of the target.' }),
    outcome: choice(auditOutcomes, { description: 'The outcome.' }),
    from: dateTime({ description: 'Only from this moment on.' }),
    to: dateTime({ description: 'Only before this moment.' }),
    before_id: idOrStart({ description: 'Only entries before this one.' }),
    limit: integer({ default: 50, minimum: 1, maximum: 500, description: 'Maximum entries.' }),
  },
  async run({ print, run }, { limit, ...wanted }) {
    const { entries, total } = await run(listAuditEntries, { ...wanted, page: 1, perPage: limit });
    print.result(entries.map(documentOf), table(headings, entries.map(rowOf)));
    if (total > entries.length)
      print.say(`${entries.length} of ${total} entries; --limit and --before-id show others.`);
  },
});

const headings = ['id', 'at', 'who', 'from', 'action', 'outcome', 'target', 'reason'];

const rowOf = (entry: AuditEntry) => [
  entry.id,
  entry.at.toISOString(),
  entry.actorUsername,
  entry.actorIp,
  entry.action,
  entry.outcome,
  entry.targetType === null ? null : `${entry.targetType} ${entry.targetId}`,
  entry.reason,
];

/** An entry as JSON, with the member names of the interface. */
const documentOf = ({ changes, ...entry }: AuditEntry): Readonly<Record<string, unknown>> => ({
  ...renamed(entry),
  changes: changes && renamed(changes),
});

const renamed = (members: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [snake(name), value]));
