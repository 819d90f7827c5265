/** Mistakes that are found in articles, libraries and reviews, each run as it stands. */
import type { StrategyCard } from "../lab-strategies";

export const exhibitCards: readonly StrategyCard[] = [
  {
    id: "process-lock",
    group: "exhibit",
    title: { en: "Process lock (synchronized)", vi: "Khoá trong tiến trình (synchronized)" },
    promise: {
      en: "One buyer at a time in each process. With three processes, three at a time.",
      vi: "Mỗi tiến trình mỗi lúc một người. Ba tiến trình thì ba người cùng lúc.",
    },
    notes: [
      {
        en: "Set the processes to 1 and it is right: nothing is faster, and for a program that will always be one process nothing else is needed.",
        vi: "Đặt số tiến trình là 1 thì nó đúng: không gì nhanh hơn, và một chương trình mãi mãi chỉ có một tiến trình thì không cần gì khác.",
      },
      {
        en: "With three it sells the seat once in each. `lock`, `synchronized`, a mutex and a queue in memory all end at the process's edge.",
        vi: "Với ba tiến trình, mỗi tiến trình bán ghế một lần. `lock`, `synchronized`, mutex hay hàng đợi trong bộ nhớ đều dừng ở ranh giới tiến trình.",
      },
    ],
    sourcePath: "server/strategies/process-lock.ts",
    expected: "sold-many",
    faults: {},
    game: {
      breakable: true,
      winningMoves: "AABBAB",
      why: {
        en: "A and B run in two processes, and each has a lock of its own. Let both lock and look, then let both write.",
        vi: "A và B chạy trong hai tiến trình, mỗi bên có khoá riêng. Cho cả hai khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
  {
    id: "advisory-lock-session",
    group: "exhibit",
    title: { en: "Advisory lock of the session", vi: "Advisory lock mức phiên" },
    promise: {
      en: "A lock of the connection, taken through a pool: it belongs to whoever gets the connection next.",
      vi: "Khoá của kết nối, lấy qua pool: nó thuộc về bất kỳ ai được cấp kết nối ấy kế tiếp.",
    },
    notes: [
      {
        en: "With fewer buyers than connections it works, because an idle pool gives out the same connection again. That is how it passes every test on one's own machine.",
        vi: "Khi ít người mua hơn số kết nối thì nó chạy đúng, vì pool rảnh cứ cấp lại kết nối cũ. Nhờ thế nó qua được mọi lần thử trên máy mình.",
      },
      {
        en: "With more buyers than connections, those in line for a connection are given the very one that has the lock. For Postgres that is the same session, and the same session may have a lock as often as it likes.",
        vi: "Khi đông hơn số kết nối, người xếp hàng được cấp đúng kết nối đang giữ khoá. Với Postgres đó vẫn là cùng một phiên, mà một phiên thì lấy khoá của mình bao nhiêu lần cũng được.",
      },
    ],
    sourcePath: "server/strategies/advisory-lock-session.ts",
    expected: "sold-many",
    faults: {},
    game: {
      breakable: false,
      why: {
        en: "Not with two buyers in two processes: each has a connection to itself. Race it with more buyers than connections instead.",
        vi: "Hai người trong hai tiến trình thì không phá được: mỗi người có kết nối riêng. Hãy cho nó đua với nhiều người mua hơn số kết nối.",
      },
    },
  },
  {
    id: "redis-lock-get-del",
    group: "exhibit",
    title: { en: "Redis lock, released by GET then DEL", vi: "Khoá Redis, nhả bằng GET rồi DEL" },
    promise: {
      en: "It asks whose lock it is before it deletes it. Between the two commands the answer may change.",
      vi: "Nó hỏi khoá của ai rồi mới xoá. Giữa hai lệnh ấy, câu trả lời có thể đã khác.",
    },
    notes: [
      {
        en: "It survives the fault that breaks the article's plain DEL, and is broken by a pause of a few microseconds' width, between the question and the deed.",
        vi: "Nó chịu được lỗi làm hỏng DEL trần của bài viết, nhưng bị phá bởi một lần ngừng rơi đúng khe hở vài micro giây giữa lúc hỏi và lúc xoá.",
      },
      {
        en: "Nothing renews this lock either, so work longer than its time to live goes on without it.",
        vi: "Cũng không có gì gia hạn khoá này, nên việc lâu hơn hạn thì chạy tiếp mà không còn khoá.",
      },
    ],
    sourcePath: "server/strategies/redis-lock-get-del.ts",
    expected: "sold-once",
    faults: {
      "foreign-release": "sold-once",
      "paused-in-release": "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "It takes three to see the release go wrong. With two: let A lock and look, wait until its lock has lapsed, let B lock and look, then let both write.",
        vi: "Muốn thấy lỗi lúc nhả thì cần ba người. Với hai người: cho A khoá và xem, đợi khoá hết hạn, cho B khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
  {
    id: "redis-lock-wait",
    group: "exhibit",
    title: { en: "Redis lock, believed after WAIT", vi: "Khoá Redis, tin sau lệnh WAIT" },
    promise: {
      en: "The lock counts only when a replica has it too. Which replica takes over is another question.",
      vi: "Khoá chỉ được tính khi một bản sao cũng đã có. Bản sao nào lên thay lại là chuyện khác.",
    },
    notes: [
      {
        en: "WAIT is not a vote: a write that too few replicas acknowledged is not undone, and the next primary is chosen without asking who had acknowledged what.",
        vi: "WAIT không phải bỏ phiếu: lần ghi có quá ít bản sao xác nhận không bị huỷ, và máy chính kế tiếp được chọn mà không hỏi ai đã xác nhận điều gì.",
      },
      {
        en: "With its only replica gone, nobody gets the lock: what was bought is not safety, but an outage more.",
        vi: "Mất bản sao duy nhất thì không ai lấy được khoá: thứ mua được không phải an toàn, mà là thêm một kiểu ngừng phục vụ.",
      },
    ],
    sourcePath: "server/strategies/redis-lock-wait.ts",
    expected: "sold-once",
    faults: {
      "holder-paused": "sold-many",
      "failover-other-replica": "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "Its replica does not help against time: let A lock and look, wait for the lapse, let B lock and look, then let both write.",
        vi: "Bản sao không giúp gì trước thời gian: cho A khoá và xem, đợi khoá hết hạn, cho B khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
  {
    id: "redlock-package",
    group: "exhibit",
    title: { en: "Redlock, the npm package", vi: "Redlock, gói npm" },
    promise: {
      en: "A majority of five nodes, by the package `redlock` 5.0.0-beta.2. It does not ask how long the vote took.",
      vi: "Đa số trong năm nút, bằng gói `redlock` 5.0.0-beta.2. Nó không hỏi cuộc bỏ phiếu kéo dài bao lâu.",
    },
    notes: [
      {
        en: "A client that sleeps through the vote is handed a lock that lapsed long ago. The `expiration` it carries lies in the past; nothing in the package looks at it.",
        vi: "Máy khách ngủ suốt cuộc bỏ phiếu vẫn được trao một khoá đã hết hạn từ lâu. Thời điểm `expiration` đi kèm nằm trong quá khứ; không chỗ nào trong gói nhìn đến nó.",
      },
      {
        en: "With two nodes frozen and several buyers it hangs: the votes are split, and without a time-out for its commands it waits for the frozen ones for ever.",
        vi: "Khi hai nút đóng băng và có nhiều người mua thì nó treo: phiếu bị chia, và lệnh không có thời hạn nên nó đợi các nút đóng băng mãi.",
      },
      {
        en: "Tried beside it: `@sesamecare-oss/redlock` 1.4.0 does the same, `redis-semaphore` 5.8.0 unless commands have a time-out.",
        vi: "Đã thử bên cạnh: `@sesamecare-oss/redlock` 1.4.0 cũng vậy, `redis-semaphore` 5.8.0 cũng vậy nếu lệnh không có thời hạn.",
      },
    ],
    sourcePath: "server/strategies/redlock-package.ts",
    expected: "sold-once",
    faults: {
      "paused-in-vote": "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "Nothing renews the lock, and nothing looks at its end: let A lock and look, wait for the lapse, let B lock and look, then let both write.",
        vi: "Không gì gia hạn khoá, cũng không gì nhìn hạn của nó: cho A khoá và xem, đợi khoá hết hạn, cho B khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
  {
    id: "fence-in-process",
    group: "exhibit",
    title: { en: "Fence counted in the process", vi: "Hàng rào đếm trong tiến trình" },
    promise: {
      en: "A fenced lock whose numbers come from a static counter: every process counts for itself.",
      vi: "Khoá có hàng rào mà con số lấy từ bộ đếm tĩnh: tiến trình nào đếm riêng tiến trình ấy.",
    },
    notes: [
      {
        en: "The sleeper in one process and the buyer after it in another both hold number 1. The row cannot tell which is older, and lets both write.",
        vi: "Người ngủ ở tiến trình này và người đến sau ở tiến trình kia cùng cầm số 1. Dòng không biết số nào cũ hơn, và cho cả hai ghi.",
      },
    ],
    sourcePath: "server/strategies/fence-in-process.ts",
    expected: "sold-once",
    faults: {
      "holder-paused": "sold-many",
      failover: "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AAA.BBBAB",
      why: {
        en: "Leave A standing with its number 1, wait for the lapse, let B take its own number 1 and look, and let both write: the row has seen nothing newer.",
        vi: "Để A đứng yên với số 1 của nó, đợi khoá hết hạn, cho B lấy số 1 của mình và xem, rồi để cả hai ghi: dòng chưa thấy số nào mới hơn.",
      },
    },
  },
];
