import { Counter, Gauge, Histogram, Registry } from "prom-client";

export type Metrics = ReturnType<typeof createMetrics>;
export type GuardMetrics = Metrics["guard"];

const LATENCY_BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  return {
    registry,
    guard: {
      acquired: counter("lock_acquired_total", "Attempts that got the guards of their seats"),
      refused: counter("lock_refused_total", "Attempts refused by a guard, without reaching Postgres"),
      errors: counter("lock_errors_total", "Guard commands that Redis did not answer in time"),
      acquireSeconds: new Histogram({
        name: "lock_acquire_duration_seconds",
        help: "Round trip of one guard script, which may serve many attempts",
        buckets: LATENCY_BUCKETS_S,
        registers,
      }),
    },
    commit: {
      batchSize: new Histogram({
        name: "group_commit_batch_size",
        help: "Requests decided by one statement",
        labelNames: ["statement"] as const,
        buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
        registers,
      }),
      seconds: new Histogram({
        name: "group_commit_duration_seconds",
        help: "Duration of one statement with its commit",
        labelNames: ["statement"] as const,
        buckets: LATENCY_BUCKETS_S,
        registers,
      }),
    },
    countOutcome: countOutcomes(registry),
    holdsActive: gauge("holds_active", "Live holds, as last counted by this node"),
    lapses: counter("holds_lapsed_total", "Holds this node has swept"),
    feedLagSeconds: new Histogram({
      name: "feed_lag_seconds",
      help: "Age of a change when this node heard of it",
      buckets: LATENCY_BUCKETS_S,
      registers,
    }),
    feedErrors: counter("feed_errors_total", "Batches that could not be published through Redis"),
    feedCatchUps: counter("feed_catch_ups_total", "Times this node read missed changes from Postgres"),
    programmeReads: new Counter({
      name: "programme_reads_total",
      help: "Times this node read the programme from Postgres, all of it or the next few shows",
      labelNames: ["what"] as const,
      registers,
    }),
    settlements: new Counter({
      name: "payment_settlements_total",
      help: "Payments this node has finished for a request that could not, or tried to",
      labelNames: ["result"] as const,
      registers,
    }),
    sockets: gauge("sockets_connected", "Open sockets on this node"),
    socketsCut: countCuts(registry),
    viewers: gauge("viewers", "People watching a show on this node"),
  };
}

function countCuts(registry: Registry) {
  const cuts = new Counter({
    name: "sockets_cut_total",
    help: "Sockets closed because their reader was too slow, or because too much came over them",
    labelNames: ["why"] as const,
    registers: [registry],
  });
  for (const why of ["slow", "flood"]) cuts.inc({ why }, 0);
  return cuts;
}

/** Counted in a plain map and handed over when somebody looks: a refusal costs less than a labelled count of it. */
function countOutcomes(registry: Registry): (operation: string, code: string) => void {
  const counts = new Map<string, Map<string, number>>();
  new Counter({
    name: "booking_outcomes_total",
    help: "Answers by operation and code",
    labelNames: ["operation", "code"] as const,
    registers: [registry],
    collect() {
      this.reset();
      for (const [operation, codes] of counts) {
        for (const [code, count] of codes) this.inc({ operation, code }, count);
      }
    },
  });
  return (operation, code) => {
    const codes = counts.get(operation) ?? new Map<string, number>();
    if (codes.size === 0) counts.set(operation, codes);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
}
