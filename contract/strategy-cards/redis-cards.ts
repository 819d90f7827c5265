/** Locks in Redis. */
import type { StrategyCard } from "../lab-strategies";

export const redisCards: readonly StrategyCard[] = [
  {
    id: "redis-lock-article",
    group: "redis",
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
      "paused-in-release": "sold-many",
      failover: "sold-many",
      "redis-gone": "sold-none",
      "server-clock-moved": "sold-many",
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
    group: "redis",
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
      "paused-in-release": "sold-once",
      "no-backoff": "sold-once",
      failover: "sold-many",
      "redis-gone": "sold-none",
      "server-clock-moved": "sold-many",
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
    id: "redisson",
    group: "redis",
    title: { en: "Redis lock, Redisson's way", vi: "Khoá Redis kiểu Redisson" },
    promise: {
      en: "A hash of owner and count, waiting by pub/sub, a watchdog that renews: safe while processes keep running and Redis keeps its memory.",
      vi: "Một hash chủ và số lần, đợi bằng pub/sub, có watchdog gia hạn: an toàn khi tiến trình vẫn chạy và Redis không mất bộ nhớ.",
    },
    notes: [
      {
        en: "Whoever waits sleeps until the release is published, or until the lock must have lapsed; nobody asks in a loop.",
        vi: "Ai đợi thì ngủ tới khi việc nhả khoá được công bố, hoặc tới khi khoá chắc đã hết hạn; không ai hỏi vòng lặp.",
      },
      {
        en: "The count lets an owner take its lock twice and release it twice. Who the owner is matters: a thread in Java, one attempt here.",
        vi: "Số lần cho phép chủ lấy khoá hai lần và nhả hai lần. Chủ là ai mới quan trọng: trong Java là một luồng, ở đây là một lượt mua.",
      },
      {
        en: "The watchdog keeps slow work safe and cannot help a paused process: it sleeps, too.",
        vi: "Watchdog giữ an toàn cho việc chậm, nhưng không giúp được tiến trình bị ngừng: nó cũng ngủ.",
      },
    ],
    sourcePath: "server/strategies/redisson.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-once",
      "foreign-release": "sold-once",
      "paused-in-release": "sold-once",
      failover: "sold-many",
      "redis-gone": "sold-none",
      "server-clock-moved": "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AAa.BBBaA",
      why: {
        en: "While A's process runs, its watchdog renews. Freeze it after its look, wait for the lapse, let B buy, and wake A.",
        vi: "Tiến trình của A còn chạy thì watchdog còn gia hạn. Hãy đóng băng nó sau khi xem, đợi khoá hết hạn, cho B mua, rồi đánh thức A.",
      },
    },
  },
  {
    id: "redlock",
    group: "redis",
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
      "paused-in-vote": "sold-once",
      "clock-jump": "sold-once",
      "server-clock-moved": "sold-many",
    },
    game: {
      breakable: true,
      winningMoves: "AA.BBAB",
      why: {
        en: "Leave A standing after its last look at the clock, wait until its lock has lapsed on the nodes, let B take it and look, and let both write.",
        vi: "Để A đứng yên sau lần nhìn đồng hồ cuối cùng, đợi khoá hết hạn trên các nút, cho B lấy khoá và xem, rồi để cả hai ghi.",
      },
    },
  },
  {
    id: "fenced-lock",
    group: "redis",
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
      "server-clock-moved": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "Let the lock lapse as often as you like: whoever takes it next also takes a higher fence, and the row then refuses every write with a lower one.",
        vi: "Cứ để khoá hết hạn bao nhiêu lần cũng được: ai lấy khoá tiếp theo cũng lấy số hàng rào cao hơn, và từ đó dòng từ chối mọi lần ghi mang số thấp hơn.",
      },
    },
  },
];
