import { defineMessages } from "./define-messages";

export const resultMessages = defineMessages(
  {
    table: {
      title: "The table",
      caption:
        "One row a race. Success and double bookings are rows of the ledger; statements and commands are counted by the servers.",
      empty: "The table grows with every race.",
      strategy: "Strategy",
      columns: {
        requests: "Requests",
        success: "Success",
        failed: "Failed",
        doubleBookings: "Double bookings",
        p50Ms: "p50",
        p99Ms: "p99",
        postgresStatements: "Postgres statements",
        redisCommands: "Redis commands",
      },
      again: "Again",
      againLabel: (strategy: string, seed: number) => `Again: ${strategy}, seed ${seed}`,
      link: "Copy link",
      linkLabel: (strategy: string, seed: number) => `Copy link: ${strategy}, seed ${seed}`,
      csv: "Download CSV",
      markdown: "Copy as Markdown",
      clear: "Clear",
      conditions: (buyers: number, thinkMs: number, instances: number) =>
        `${buyers} buyers, ${thinkMs} ms, ${instances} proc.`,
      seed: (seed: number) => `seed ${seed}`,
      running: (done: number, total: number, strategy: string) => `${done + 1} of ${total}: ${strategy}`,
      progress: "Progress of all strategies",
    },
    bars: {
      success: "Times the seat was sold",
      p99Ms: "Slowest answers (p99, ms)",
      postgresStatements: "Postgres statements",
      redisCommands: "Redis commands",
      caption: "The latest race of each strategy in the table.",
    },
  },
  {
    table: {
      title: "Bảng kết quả",
      caption:
        "Mỗi cuộc đua một dòng. Số bán được và số bán trùng đếm từ sổ; số câu lệnh do chính các máy chủ đếm.",
      empty: "Bảng dài thêm sau mỗi cuộc đua.",
      strategy: "Cách bán",
      columns: {
        requests: "Yêu cầu",
        success: "Bán được",
        failed: "Thất bại",
        doubleBookings: "Bán trùng",
        p50Ms: "p50",
        p99Ms: "p99",
        postgresStatements: "Câu lệnh Postgres",
        redisCommands: "Lệnh Redis",
      },
      again: "Chạy lại",
      againLabel: (strategy, seed) => `Chạy lại: ${strategy}, hạt giống ${seed}`,
      link: "Chép liên kết",
      linkLabel: (strategy, seed) => `Chép liên kết: ${strategy}, hạt giống ${seed}`,
      csv: "Tải CSV",
      markdown: "Chép dạng Markdown",
      clear: "Xoá bảng",
      conditions: (buyers, thinkMs, instances) => `${buyers} người, ${thinkMs} ms, ${instances} tiến trình`,
      seed: (seed) => `hạt giống ${seed}`,
      running: (done, total, strategy) => `${done + 1} trên ${total}: ${strategy}`,
      progress: "Tiến độ chạy mọi cách bán",
    },
    bars: {
      success: "Số lần ghế bị bán",
      p99Ms: "Trả lời chậm nhất (p99, ms)",
      postgresStatements: "Câu lệnh Postgres",
      redisCommands: "Lệnh Redis",
      caption: "Cuộc đua mới nhất của mỗi cách bán trong bảng.",
    },
  },
);

export type ResultText = (typeof resultMessages)["en"];
