/** Locks kept by Postgres itself, and the code without any. */
import type { StrategyCard } from "../lab-strategies";

export const databaseCards: readonly StrategyCard[] = [
  {
    id: "naive",
    group: "database",
    title: { en: "Naive: look, then write", vi: "Ngây thơ: xem rồi ghi" },
    promise: {
      en: "Nothing. Two buyers can both look before either writes.",
      vi: "Không hứa gì. Hai người có thể cùng xem trước khi ai đó ghi.",
    },
    notes: [
      {
        en: "The article this product began with, a blog post about a hundred people and one cinema seat, reads `seat.is_booked` from the query's result instead of its first row. That is always undefined, so its check never fires at all; here the check is written correctly, and the race is still lost.",
        vi: "Bài viết gốc, một bài blog về một trăm người và một ghế xem phim, đọc `seat.is_booked` từ kết quả truy vấn thay vì từ dòng đầu tiên. Giá trị đó luôn là undefined nên phép kiểm tra không bao giờ có tác dụng; ở đây phép kiểm tra được viết đúng, vậy mà vẫn thua cuộc đua.",
      },
      {
        en: "A race needs a burst. At ten requests a second, as the article paces its load test, this code sells the seat once, by luck of timing.",
        vi: "Muốn có đua thì phải có dồn dập. Với mười yêu cầu mỗi giây như bài viết thử tải, đoạn mã này chỉ bán ghế một lần, nhờ may.",
      },
    ],
    sourcePath: "server/strategies/naive.ts",
    expected: "sold-many",
    faults: { "spam-click": "sold-many" },
    game: {
      breakable: true,
      winningMoves: "ABAB",
      why: {
        en: "Let both look before either writes: A, B, A, B.",
        vi: "Cho cả hai xem trước khi ai đó ghi: A, B, A, B.",
      },
    },
  },
  {
    id: "row-lock",
    group: "database",
    title: { en: "Row lock (FOR UPDATE)", vi: "Khoá dòng (FOR UPDATE)" },
    promise: {
      en: "One buyer at a time looks at the row; the others wait in the database.",
      vi: "Mỗi lúc chỉ một người xem được dòng; những người khác đợi trong cơ sở dữ liệu.",
    },
    notes: [
      {
        en: "It works for any number of app servers that share one database: the lock lives in the database, not in the app.",
        vi: "Nó đúng với bao nhiêu máy chủ ứng dụng cũng được, miễn là chung một cơ sở dữ liệu: khoá nằm trong cơ sở dữ liệu chứ không nằm trong ứng dụng.",
      },
      {
        en: "Its price is the waiting: every waiter keeps a connection of the pool, and a paused holder makes all of them wait.",
        vi: "Cái giá là chờ đợi: mỗi người chờ chiếm một kết nối của pool, và người giữ khoá mà ngừng thì tất cả phải đợi.",
      },
    ],
    sourcePath: "server/strategies/row-lock.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "The second buyer's look is the lock: it does not return until the first has committed, and then it sees the sale. Freeze the first one and the second waits; kill it and Postgres rolls it back and lets go.",
        vi: "Chính lần xem của người thứ hai là lúc lấy khoá: nó không trả lời cho tới khi người thứ nhất commit, và lúc đó nó thấy ghế đã bán. Đóng băng người thứ nhất thì người thứ hai đợi; giết nó thì Postgres hoàn tác và nhả khoá.",
      },
    },
  },
  {
    id: "conditional-update",
    group: "database",
    title: { en: "One conditional update", vi: "Một lệnh cập nhật có điều kiện" },
    promise: {
      en: "Look and write are one statement; the row's own predicate decides.",
      vi: "Xem và ghi là một câu lệnh; điều kiện trên chính dòng đó quyết định.",
    },
    notes: [
      {
        en: "There is nothing to hold, so there is nothing to lose: no lock to lapse, to leak or to release by mistake.",
        vi: "Không giữ gì nên không mất gì: không có khoá nào để hết hạn, rò rỉ hay nhả nhầm.",
      },
    ],
    sourcePath: "server/strategies/conditional-update.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "There is one step, so there is nothing to put between look and write. Whoever comes second finds `is_booked` true and changes no row.",
        vi: "Chỉ có một bước nên không chen gì được vào giữa xem và ghi. Ai đến sau thấy `is_booked` đã đúng và không sửa được dòng nào.",
      },
    },
  },
  {
    id: "advisory-lock",
    group: "database",
    title: { en: "Advisory lock", vi: "Advisory lock" },
    promise: {
      en: "A lock by name in Postgres, let go when the transaction ends.",
      vi: "Khoá theo tên trong Postgres, tự nhả khi giao dịch kết thúc.",
    },
    notes: [
      {
        en: "The key is `hashtextextended(name, 0)`, the same in every process. A hash made inside one process (some languages salt it per start) locks nothing between two.",
        vi: "Tên được đổi thành số bằng `hashtextextended(tên, 0)`, giống nhau ở mọi tiến trình. Hàm băm riêng của từng tiến trình (có ngôn ngữ trộn muối mỗi lần khởi động) thì chẳng khoá được gì giữa hai tiến trình.",
      },
      {
        en: "It is the transaction-level lock. The session-level one outlives the transaction and leaks through a connection pool into a stranger's work.",
        vi: "Đây là khoá mức giao dịch. Khoá mức phiên sống lâu hơn giao dịch và rò qua pool kết nối sang việc của người khác.",
      },
    ],
    sourcePath: "server/strategies/advisory-lock.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "The second buyer waits for the named lock until the first transaction ends, and only then looks. But it protects only those who ask for it: one careless UPDATE elsewhere, and it is as good as none.",
        vi: "Người thứ hai đợi khoá theo tên tới khi giao dịch thứ nhất kết thúc rồi mới xem. Nhưng nó chỉ bảo vệ ai chịu hỏi: một lệnh UPDATE bất cẩn ở chỗ khác là coi như không có khoá.",
      },
    },
  },
  {
    id: "lock-table",
    group: "database",
    title: { en: "Lock table", vi: "Bảng khoá" },
    promise: {
      en: "A row in a table of locks, with an owner and an end by the database's clock: safe while nobody outlives it.",
      vi: "Một dòng trong bảng khoá, có chủ và có hạn theo đồng hồ của cơ sở dữ liệu: an toàn khi không ai sống lâu hơn nó.",
    },
    notes: [
      {
        en: "No further server, and one clock for all: the database's. Libraries that keep a scheduled job from running twice do it like this.",
        vi: "Không cần thêm máy chủ, và chỉ một đồng hồ cho mọi người: của cơ sở dữ liệu. Các thư viện giữ cho tác vụ định kỳ không chạy hai lần làm như thế này.",
      },
      {
        en: "It lapses like a lock in Redis, and is broken like one. The row lock in the same database needs no time to live, because it ends with its holder's connection.",
        vi: "Nó hết hạn như khoá trong Redis, và bị phá y như thế. Khoá dòng trong cùng cơ sở dữ liệu không cần hạn, vì nó kết thúc cùng kết nối của người giữ.",
      },
    ],
    sourcePath: "server/strategies/lock-table.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-many",
      "foreign-release": "sold-once",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "Let A lock and look, wait until the row's time is over, let B lock and look, then let both write.",
        vi: "Cho A khoá và xem, đợi dòng khoá hết hạn, cho B khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
];
