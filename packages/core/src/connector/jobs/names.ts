/** Names and priorities of the jobs of the connector. */
export const reportJobName = { name: 'connector.report', priority: 0 } as const;
export const confirmJobName = { name: 'connector.confirm', priority: 10 } as const;
export const heartbeatJobName = { name: 'connector.heartbeat', priority: -10 } as const;
