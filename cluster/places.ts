import { freePort } from "#scripts/lib/ports";

/** Of etcd, of Postgres, of the product's nodes, of Sentinels: three, so that any one may die. */
export const MEMBERS = 3;

export function ports(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}
