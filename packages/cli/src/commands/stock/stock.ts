import { quantityToJson } from '@backroom/core';
import { flag } from '@backroom/core/interface';
import { repairStock, type StockDifference, verifyStock } from '@backroom/core/inventory';
import { command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { table } from '../../print.ts';

/** Compares stored balances with the ledger. */
export const stockVerify = command({
  name: 'stock verify',
  group: 'Stock',
  summary: 'Recompute every balance from the ledger and show what differs; ends with 5 when something does.',
  examples: ['backroom stock verify', 'backroom stock verify --fix'],
  flags: { fix: flag({ description: 'Set the balances to what the ledger says; the ledger is never changed.' }) },
  async run({ print, run }, { fix = false }) {
    const differences = await run(fix ? repairStock : verifyStock, {});
    const isGood = differences.length === 0;
    const count = `${differences.length} balance${differences.length === 1 ? '' : 's'}`;
    print.say(
      isGood
        ? 'Every balance is what the ledger says.'
        : fix
          ? `Set ${count} to what the ledger says.`
          : `${count} differ from the ledger.`,
    );
    print.result({ differences: differences.map(shown), fixed: fix && !isGood }, isGood ? [] : tableOf(differences));
    return isGood || fix ? ExitCode.ok : ExitCode.invalid;
  },
});

const shown = ({ itemId, locationId, stored, ledger }: StockDifference) => ({
  item_id: itemId,
  location_id: locationId,
  stored: quantityToJson(stored),
  ledger: quantityToJson(ledger),
});

const tableOf = (differences: readonly StockDifference[]): readonly string[] =>
  table(
    ['item', 'location', 'stored', 'ledger'],
    differences.map(shown).map((each) => [each.item_id, each.location_id ?? 'all', each.stored, each.ledger]),
  );
