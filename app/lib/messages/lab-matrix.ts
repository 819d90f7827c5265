import { defineMessages } from "./define-messages";

/** The matrix: every strategy under every fault, and what others found. */
export const matrixMessages = defineMessages(
  {
    title: "Every strategy under every fault",
    intro:
      "Each cell was run again and again by real processes on real servers, and each run was judged by the ledger. Press what sold the seat twice to see it happen.",
    table: "The matrix",
    strategy: "Strategy",
    noFault: "No fault",
    empty: "Nothing has been run yet. Run it with: npm run matrix",
    safe: (of: number) => `safe ${of}/${of}`,
    unsafe: (times: number, of: number) => `unsafe ${times}/${of}`,
    unavailable: (times: number, of: number) => `unavailable ${times}/${of}`,
    notApplicable: "does not apply",
    notRun: "not run yet",
    recovery: (time: string) => `next sale ${time} after`,
    replay: (buyers: number) => `replay with ${buyers} buyers`,
    legend: {
      title: "How to read it",
      safe: "Safe: the seat was sold exactly once, in every run.",
      unsafe: "Unsafe: it was sold more than once, in so many of the runs.",
      unavailable: "Unavailable: nobody got it although it was free, in so many of the runs.",
      notApplicable:
        "Does not apply: the strategy has nothing that this fault could break. Why, stands below.",
      recovery:
        "“Next sale” is the median time from the fault to the next sale. Locks live a second under these faults.",
    },
    faults: "The faults, and what each needs",
    others: "What others found",
    foundThere: "They found",
    foundHere: "Here",
    source: "Source",
    made: (cells: number, runs: string, fewest: number) =>
      `${cells} cells, ${runs} runs, at least ${fewest} of each. The first run of a cell has seed 1, each further one the next.`,
    servers: "Servers",
    commits: "Commits",
    again: "Run it yourself: npm run matrix",
  },
  {
    title: "Mọi cách bán dưới mọi lỗi",
    intro:
      "Mỗi ô được chạy đi chạy lại bằng tiến trình thật trên máy chủ thật, và mỗi lần chạy đều do sổ bán phân xử. Hãy bấm vào ô đã bán ghế hai lần để xem nó xảy ra.",
    table: "Bảng",
    strategy: "Cách bán",
    noFault: "Không có lỗi",
    empty: "Chưa chạy gì cả. Hãy chạy: npm run matrix",
    safe: (of) => `an toàn ${of}/${of}`,
    unsafe: (times, of) => `không an toàn ${times}/${of}`,
    unavailable: (times, of) => `không bán được ${times}/${of}`,
    notApplicable: "không áp dụng",
    notRun: "chưa chạy",
    recovery: (time) => `${time} sau mới bán tiếp`,
    replay: (buyers) => `chạy lại với ${buyers} người`,
    legend: {
      title: "Cách đọc",
      safe: "An toàn: ghế được bán đúng một lần, trong mọi lần chạy.",
      unsafe: "Không an toàn: ghế bị bán hơn một lần, trong chừng ấy lần chạy.",
      unavailable: "Không bán được: không ai mua được dù ghế còn trống, trong chừng ấy lần chạy.",
      notApplicable: "Không áp dụng: cách bán này không có gì để lỗi ấy làm hỏng. Lý do ở bên dưới.",
      recovery:
        "“Bán tiếp” là thời gian trung vị từ lúc có lỗi tới lần bán kế tiếp. Dưới các lỗi này khoá sống một giây.",
    },
    faults: "Các lỗi, và mỗi lỗi cần gì",
    others: "Người khác đã thấy gì",
    foundThere: "Họ thấy",
    foundHere: "Ở đây",
    source: "Nguồn",
    made: (cells, runs, fewest) =>
      `${cells} ô, ${runs} lần chạy, mỗi ô ít nhất ${fewest} lần. Lần chạy đầu của một ô có seed 1, mỗi lần sau tăng một.`,
    servers: "Máy chủ",
    commits: "Commit",
    again: "Tự chạy lại: npm run matrix",
  },
);

export type MatrixText = (typeof matrixMessages)["en"];
