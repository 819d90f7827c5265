-- A seat's row and a show's row are rewritten many times: room in their own page keeps those rewrites HOT.
ALTER TABLE "seats" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);--> statement-breakpoint
ALTER TABLE "shows" SET (fillfactor = 20, autovacuum_vacuum_scale_factor = 0.05);
