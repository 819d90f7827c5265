/** The set-up of `npm run test:citus`. */
import { setUpServices } from "#testing/set-up";

export default function setUp(): Promise<() => Promise<void>> {
  return setUpServices(process.env.CITUS_URL);
}
