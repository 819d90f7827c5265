import { pageSource } from "#contract/pages";
import { getCookieHeader, getLanguage } from "../../../lib/current-request";
import { calendarFile } from "../../calendar-file";

export async function GET(_request: Request, { params }: { params: Promise<{ reference: string }> }) {
  const { reference } = await params;
  const found = await pageSource().booking(reference, await getCookieHeader());
  if (found === null || found === "not_yours") {
    return new Response(null, { status: found === null ? 404 : 403 });
  }
  return new Response(calendarFile(found.booking, found.show, await getLanguage()), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="last-seat-${found.booking.reference}.ics"`,
      "cache-control": "no-store",
    },
  });
}
