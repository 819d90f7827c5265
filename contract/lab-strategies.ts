/**
 * What each strategy promises, and what becomes of it under each fault. The contract suite runs every cell
 * of this table on real servers; the page shows the same table as what to expect.
 */
import type { FaultId } from "./lab-faults";
import type { Localized } from "./language";

export const STRATEGY_IDS = [
  "naive",
  "row-lock",
  "conditional-update",
  "advisory-lock",
  "redis-lock-article",
  "redis-lock",
  "redlock",
  "fenced-lock",
  "queue",
  "last-seat",
] as const;
export type StrategyId = (typeof STRATEGY_IDS)[number];

/** By the ledger: the seat was sold exactly once, more than once, or to nobody although it was free. */
export type Verdict = "sold-once" | "sold-many" | "sold-none";

export interface StrategyCard {
  id: StrategyId;
  title: Localized;
  /** One line: what it promises. */
  promise: Localized;
  /** What to look for in its source and its runs. */
  notes: Localized[];
  sourcePath: string;
  /** The verdict of a burst without a fault. */
  expected: Verdict;
  /** The faults that apply to it, with the verdict of each. */
  faults: Partial<Record<FaultId, Verdict>>;
  game: {
    breakable: boolean;
    /** Shown to whoever gives up: how it is broken, or why it cannot be. */
    why: Localized;
    /** Moves that sell the seat twice. */
    winningMoves?: string;
  };
}

export const STRATEGIES: readonly StrategyCard[] = [
  {
    id: "naive",
    title: { en: "Naive: look, then write", vi: "Ngây thơ: xem rồi ghi" },
    promise: {
      en: "Nothing. Two buyers can both look before either writes.",
      vi: "Không hứa gì. Hai người có thể cùng xem trước khi ai đó ghi.",
    },
    notes: [
      {
        en: "The article this product began with reads `seat.is_booked` from the query's result instead of its first row. That is always undefined, so its check never fires at all; here the check is written correctly, and the race is still lost.",
        vi: "Bài viết gốc đọc `seat.is_booked` từ kết quả truy vấn thay vì từ dòng đầu tiên. Giá trị đó luôn là undefined nên phép kiểm tra không bao giờ có tác dụng; ở đây phép kiểm tra được viết đúng, vậy mà vẫn thua cuộc đua.",
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
    title: { en: "Advisory lock", vi: "Khoá tư vấn (advisory lock)" },
    promise: {
      en: "A lock by name in Postgres, let go when the transaction ends.",
      vi: "Khoá theo tên trong Postgres, tự nhả khi giao dịch kết thúc.",
    },
    notes: [
      {
        en: "The key is `hashtextextended(name, 0)`, the same in every process. A hash made inside one process (some languages salt it per start) locks nothing between two.",
        vi: "Khoá là `hashtextextended(tên, 0)`, giống nhau ở mọi tiến trình. Hàm băm riêng của từng tiến trình (có ngôn ngữ trộn muối mỗi lần khởi động) thì chẳng khoá được gì giữa hai tiến trình.",
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
    id: "redis-lock-article",
    title: { en: "Redis lock, as in the article", vi: "Khoá Redis như trong bài viết" },
    promise: {
      en: "SET NX with a time to live: one holder at a time, as long as nothing goes wrong.",
      vi: "SET NX có hạn: mỗi lúc một người giữ, miễn là không có gì trục trặc.",
    },
    notes: [
      {
        en: "It keeps the article's behaviour with its check corrected. As published, the check never fired, so at the article's own pace it sold the seat 100 times out of 100.",
        vi: "Giữ đúng cách làm của bài viết, chỉ sửa phép kiểm tra. Như bản đăng, phép kiểm tra không bao giờ có tác dụng, nên ở chính nhịp thử của bài viết nó bán ghế 100 lần trên 100.",
      },
      {
        en: "Exhibits: the release is a plain DEL, without asking whose lock it is; the owner is the user's own id, which anyone can guess; nothing renews the lock.",
        vi: "Các lỗi trưng bày: nhả khoá bằng DEL trần, không hỏi khoá của ai; chủ khoá là mã người dùng, ai cũng đoán được; không có gì gia hạn khoá.",
      },
    ],
    sourcePath: "server/strategies/redis-lock-article.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-killed-no-ttl": "sold-none",
      "holder-paused": "sold-many",
      "slow-work": "sold-many",
      "foreign-release": "sold-many",
      failover: "sold-many",
      "redis-gone": "sold-none",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "Let A lock and look, wait until its lock has lapsed, let B lock and look, then let both write.",
        vi: "Cho A khoá và xem, đợi khoá hết hạn, cho B khoá và xem, rồi cho cả hai ghi.",
      },
    },
  },
  {
    id: "redis-lock",
    title: { en: "Redis lock, done right", vi: "Khoá Redis làm cho đúng" },
    promise: {
      en: "Random owner, owner-checked release, waiting with backoff and jitter, renewal: safe while processes keep running and Redis keeps its memory.",
      vi: "Chủ khoá ngẫu nhiên, nhả có kiểm tra chủ, đợi có lùi dần và ngẫu nhiên, có gia hạn: an toàn khi tiến trình vẫn chạy và Redis không mất bộ nhớ.",
    },
    notes: [
      {
        en: "The answer of the renewal is read: zero means the lock is lost, and the work stops.",
        vi: "Câu trả lời của lần gia hạn được đọc: số không nghĩa là đã mất khoá, và việc phải dừng.",
      },
      {
        en: "It never releases a lock it never had, and the transaction begins inside the lock.",
        vi: "Không bao giờ nhả khoá mà mình chưa từng có, và giao dịch bắt đầu bên trong khoá.",
      },
      {
        en: "A pause after the last look at the lock still breaks it, and so does a failover. No lock with a time to live can help that by itself.",
        vi: "Một lần ngừng sau lần nhìn khoá cuối cùng vẫn phá được nó, chuyển máy chủ cũng vậy. Không khoá có hạn nào tự mình chống được điều đó.",
      },
    ],
    sourcePath: "server/strategies/redis-lock.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-once",
      "foreign-release": "sold-once",
      "no-backoff": "sold-once",
      failover: "sold-many",
      "redis-gone": "sold-none",
    },
    game: {
      breakable: true,
      winningMoves: "AAa.BBBaA",
      why: {
        en: "While A's process runs, it renews its lock for ever. So freeze it after its look, wait for the lapse, let B buy, and wake A: it writes before it hears that its lock is gone.",
        vi: "Tiến trình của A còn chạy thì nó gia hạn khoá mãi. Vậy hãy đóng băng nó sau khi xem, đợi khoá hết hạn, cho B mua, rồi đánh thức A: nó ghi trước khi kịp biết khoá đã mất.",
      },
    },
  },
  {
    id: "redlock",
    title: { en: "Redlock on five nodes", vi: "Redlock trên năm nút" },
    promise: {
      en: "A majority of five independent nodes: survives two of them failing. Not a paused client.",
      vi: "Đa số trong năm nút độc lập: chịu được hai nút hỏng. Không chịu được máy khách bị ngừng.",
    },
    notes: [
      {
        en: "Five is the number of nodes, N. The quorum is three.",
        vi: "Năm là số nút, N. Đa số cần có là ba.",
      },
      {
        en: "Each node gets a few milliseconds to answer; the lock is valid for its time to live less the time the voting took, on a monotonic clock, and that is checked again after the votes.",
        vi: "Mỗi nút chỉ có vài mili giây để trả lời; khoá có hiệu lực bằng hạn của nó trừ thời gian bỏ phiếu, tính trên đồng hồ đơn điệu, và được kiểm tra lại sau khi bỏ phiếu.",
      },
      {
        en: "Libraries differ: two popular ones report a lock as held that had already expired while nodes were frozen.",
        vi: "Thư viện không giống nhau: có hai thư viện phổ biến báo đang giữ khoá trong khi khoá đã hết hạn lúc các nút đóng băng.",
      },
    ],
    sourcePath: "server/strategies/redlock.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-once",
      "foreign-release": "sold-once",
      "redlock-1-frozen": "sold-once",
      "redlock-2-frozen": "sold-once",
      "redlock-3-frozen": "sold-none",
      "clock-jump": "sold-once",
    },
    game: {
      breakable: true,
      winningMoves: "AAa.BBBaA",
      why: {
        en: "Freeze A after its last look at the clock, wait until its lock has lapsed on the nodes, let B buy, and wake A.",
        vi: "Đóng băng A sau lần nhìn đồng hồ cuối cùng, đợi khoá hết hạn trên các nút, cho B mua, rồi đánh thức A.",
      },
    },
  },
  {
    id: "fenced-lock",
    title: { en: "Fenced lock", vi: "Khoá có hàng rào (fencing)" },
    promise: {
      en: "A Redis lock whose every write carries a number; the database refuses an older one.",
      vi: "Khoá Redis mà mỗi lần ghi mang theo một con số; cơ sở dữ liệu từ chối số cũ hơn.",
    },
    notes: [
      {
        en: "The number comes from the row that checks it. One from Redis INCR starts again at 1 after data loss and makes the seat unsellable; one from a counter in one process is no fence between two.",
        vi: "Con số lấy từ chính dòng kiểm tra nó. Lấy từ INCR của Redis thì sau khi mất dữ liệu nó đếm lại từ 1 và ghế không bán được nữa; lấy từ bộ đếm trong một tiến trình thì không ngăn được hai tiến trình.",
      },
      {
        en: "Even etcd and ZooKeeper locks are not mutual exclusion for a paused client. The fence stays.",
        vi: "Ngay cả khoá của etcd và ZooKeeper cũng không loại trừ được một máy khách bị ngừng. Hàng rào vẫn cần.",
      },
    ],
    sourcePath: "server/strategies/fenced-lock.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
      "foreign-release": "sold-once",
      failover: "sold-once",
      "redis-gone": "sold-none",
    },
    game: {
      breakable: false,
      why: {
        en: "Let the lock lapse as often as you like: whoever takes it next also takes a higher fence, and the row then refuses every write with a lower one.",
        vi: "Cứ để khoá hết hạn bao nhiêu lần cũng được: ai lấy khoá tiếp theo cũng lấy số hàng rào cao hơn, và từ đó dòng từ chối mọi lần ghi mang số thấp hơn.",
      },
    },
  },
  {
    id: "queue",
    title: { en: "Queue, single writer", vi: "Hàng đợi, một người ghi" },
    promise: {
      en: "Attempts line up in a Redis Stream; one writer per seat decides them in order.",
      vi: "Các lượt mua xếp hàng trong Redis Stream; mỗi ghế có một người ghi quyết định theo thứ tự.",
    },
    notes: [
      {
        en: "The queue evens out the load and gives an order. It does not give truth: a writer that was paused and replaced wakes up as a second writer, so the write is a conditional one.",
        vi: "Hàng đợi san đều tải và cho một thứ tự. Nó không cho sự thật: người ghi bị ngừng rồi bị thay sẽ tỉnh dậy thành người ghi thứ hai, nên lệnh ghi vẫn phải có điều kiện.",
      },
      {
        en: "A message may be delivered twice, when the writer dies between commit and acknowledgement. The answer is then the same, and the ledger has one row.",
        vi: "Một thông điệp có thể đến hai lần, khi người ghi chết giữa commit và xác nhận. Khi đó câu trả lời vẫn như cũ, và sổ chỉ có một dòng.",
      },
    ],
    sourcePath: "server/strategies/queue.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
      "redis-gone": "sold-none",
    },
    game: {
      breakable: false,
      why: {
        en: "You choose who queues first, and that is all: the writer takes the attempts one after another.",
        vi: "Bạn chọn ai xếp hàng trước, và chỉ thế thôi: người ghi xử lý từng lượt một.",
      },
    },
  },
  {
    id: "last-seat",
    title: { en: "Last Seat, the product itself", vi: "Last Seat, chính sản phẩm này" },
    promise: {
      en: "Redis can say no, only Postgres can say yes: refusals are cheap, and a broken lock costs a refusal, never a second sale.",
      vi: "Redis được nói không, chỉ Postgres được nói có: từ chối thì rẻ, và khoá hỏng chỉ làm mất một lượt mua, không bao giờ bán hai lần.",
    },
    notes: [
      {
        en: "The same engine that sells the seats of the box office, on a show of its own. Its sales are counted from `booking_seats`.",
        vi: "Chính là bộ máy bán ghế của phòng vé, trên một suất chiếu riêng. Số ghế bán được đếm từ `booking_seats`.",
      },
      {
        en: "With Redis gone it goes on, slower, on the Postgres predicate alone. A repeated click gets the same answer, because it carries the same key.",
        vi: "Mất Redis thì nó vẫn chạy, chậm hơn, chỉ với điều kiện trong Postgres. Bấm lại thì nhận cùng câu trả lời, vì mang cùng một khoá.",
      },
    ],
    sourcePath: "server/strategies/last-seat.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      failover: "sold-once",
      "redis-gone": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "The guard in Redis only turns buyers away. The sale is one conditional update of the seat's row, and behind it stands a unique index.",
        vi: "Chốt chặn trong Redis chỉ từ chối người mua. Việc bán là một lệnh cập nhật có điều kiện trên dòng của ghế, và sau nó còn một chỉ mục duy nhất.",
      },
    },
  },
];

export function strategyCard(id: StrategyId): StrategyCard {
  const card = STRATEGIES.find((strategy) => strategy.id === id);
  if (!card) throw new Error(`There is no strategy ${id}.`);
  return card;
}
