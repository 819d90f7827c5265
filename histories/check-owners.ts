/**
 * Nobody lets go of another's hold or cancels another's booking. Of a seat that is somebody's by then this changes
 * nothing, so that no order of its operations would show it: whose it was is known by the answer that granted it.
 */
import { describeOperation, type Finding } from "./finding";
import type { History, Operation } from "./history";

export function checkOwners({ operations }: History): Finding[] {
  const grants = new Map<string, Operation[]>();
  for (const operation of operations) {
    const name = grantOf(operation);
    if (name !== undefined) grants.set(name, [...(grants.get(name) ?? []), operation]);
  }
  return operations.flatMap((operation) => {
    const name = operation.answer?.ok ? endedBy(operation) : undefined;
    const named = name === undefined ? [] : (grants.get(name) ?? []);
    const [grant] = named;
    if (!grant || named.some(({ buyer }) => buyer === operation.buyer)) return [];
    const { show, seats } = operation;
    const [seat = ""] = seats;
    const what = `${describeOperation(operation)} is of what is another's: ${describeOperation(grant)}`;
    return [
      {
        rule: "not-the-owner",
        show,
        seat,
        operations: [operation, grant],
        sentence: `${seat} of ${show}: ${what}.`,
      },
    ];
  });
}

function grantOf({ answer }: Operation): string | undefined {
  if (!answer?.ok) return undefined;
  if (answer.reference !== undefined) return `booking ${answer.reference}`;
  return answer.holdId === undefined ? undefined : `hold ${answer.holdId}`;
}

function endedBy({ what, holdId, reference }: Operation): string | undefined {
  if (what === "release" && holdId !== undefined) return `hold ${holdId}`;
  if (what === "cancel" && reference !== undefined) return `booking ${reference}`;
  return undefined;
}
