/** Locks kept by servers that agree by majority. */
import type { StrategyCard } from "../lab-strategies";

export const consensusCards: readonly StrategyCard[] = [
  {
    id: "etcd",
    group: "consensus",
    server: "etcd",
    title: { en: "etcd, three nodes", vi: "etcd, ba nút" },
    promise: {
      en: "A lease and a key that three nodes agree on by majority: no failover forgets it. Not safe from a paused client.",
      vi: "Một lease và một khoá mà ba nút đồng ý theo đa số: chuyển máy không làm mất. Không chịu được máy khách bị ngừng.",
    },
    notes: [
      {
        en: "Whoever waits watches the key created just before its own, so a release wakes one buyer and not all.",
        vi: "Ai đợi thì canh khoá được tạo ngay trước khoá của mình, nên mỗi lần nhả chỉ đánh thức một người.",
      },
      {
        en: "The articles rank it as very safe. With the holder paused beyond its lease it sells the seat twice, like the simplest Redis lock.",
        vi: "Các bài viết xếp nó vào loại rất an toàn. Người giữ ngừng lâu hơn lease thì nó bán ghế hai lần, như cái khoá Redis đơn giản nhất.",
      },
    ],
    sourcePath: "server/strategies/etcd.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-once",
      "leader-killed": "sold-once",
      "leader-frozen": "sold-once",
      "minority-cut": "sold-once",
      "majority-lost": "sold-none",
      "session-expired": "sold-once",
    },
    game: {
      breakable: true,
      winningMoves: "AAa.BBBaA",
      why: {
        en: "Freeze A after its look, wait until its lease has run out, let B buy, and wake A: three nodes agreed that the lock is B's, and nobody asked them again.",
        vi: "Đóng băng A sau khi xem, đợi lease hết hạn, cho B mua, rồi đánh thức A: ba nút đã đồng ý khoá là của B, nhưng không ai hỏi lại họ.",
      },
    },
  },
  {
    id: "etcd-fenced",
    group: "consensus",
    server: "etcd",
    title: { en: "etcd with its revision as fence", vi: "etcd, lấy revision làm hàng rào" },
    promise: {
      en: "The same lock, and the row refuses whoever comes with an older revision.",
      vi: "Vẫn khoá ấy, và dòng từ chối ai đến với revision cũ hơn.",
    },
    notes: [
      {
        en: "The row is shown the number before the look. Checked only with the write, an older holder could still slip in between a newer one's look and its write.",
        vi: "Dòng được cho thấy con số trước khi xem. Nếu chỉ kiểm tra lúc ghi, người giữ cũ vẫn có thể chen vào giữa lúc xem và lúc ghi của người mới.",
      },
    ],
    sourcePath: "server/strategies/etcd-fenced.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
      "leader-killed": "sold-once",
      "leader-frozen": "sold-once",
      "minority-cut": "sold-once",
      "majority-lost": "sold-none",
      "session-expired": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "Whoever is granted the lock next has a higher revision and shows it to the row first. From then on the sleeper's number is too low.",
        vi: "Ai được cấp khoá tiếp theo có revision cao hơn và cho dòng thấy trước. Từ đó số của người ngủ là quá thấp.",
      },
    },
  },
  {
    id: "zookeeper",
    group: "consensus",
    server: "zookeeper",
    title: { en: "ZooKeeper, three servers", vi: "ZooKeeper, ba máy chủ" },
    promise: {
      en: "A numbered node that ends with its session, agreed on by three servers: no failover forgets it. Not safe from a paused client.",
      vi: "Một node đánh số, kết thúc cùng phiên, được ba máy chủ đồng ý: chuyển máy không làm mất. Không chịu được máy khách bị ngừng.",
    },
    notes: [
      {
        en: "Its sessions are counted by a monotonic clock: a wall clock that is set an hour ahead on all three servers ends none.",
        vi: "Phiên được đếm bằng đồng hồ đơn điệu: đồng hồ treo tường bị chỉnh sớm một giờ trên cả ba máy cũng không làm phiên nào hết hạn.",
      },
      {
        en: "The JavaScript client never gives up a connection on which nothing is answered. With the leader frozen whoever is connected to it would wait for ever, so the session asks for itself and hangs up (zookeeper-session.ts).",
        vi: "Thư viện JavaScript không bao giờ bỏ một kết nối không trả lời. Máy dẫn đầu đóng băng thì ai nối với nó sẽ đợi mãi, nên phiên tự hỏi và tự cúp máy (zookeeper-session.ts).",
      },
      {
        en: "Whoever waits watches the node numbered just before its own, so a release wakes one buyer and not all. The session belongs to the process: all its buyers share it, and lose it together.",
        vi: "Ai đợi thì canh node có số ngay trước mình, nên mỗi lần nhả chỉ đánh thức một người. Phiên thuộc về tiến trình: mọi người mua trong đó dùng chung, và cùng mất.",
      },
      {
        en: "The articles rank it highest of all. With the holder paused beyond its session it sells the seat twice, like the simplest Redis lock.",
        vi: "Các bài viết xếp nó cao nhất. Người giữ ngừng lâu hơn phiên thì nó bán ghế hai lần, như cái khoá Redis đơn giản nhất.",
      },
    ],
    sourcePath: "server/strategies/zookeeper.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-many",
      "slow-work": "sold-once",
      "leader-killed": "sold-once",
      "leader-frozen": "sold-once",
      "minority-cut": "sold-once",
      "majority-lost": "sold-none",
      "session-expired": "sold-once",
      "server-clock-moved": "sold-once",
    },
    game: {
      breakable: true,
      winningMoves: "AAa.BBBaA",
      why: {
        en: "Freeze A after its look, wait until its session has expired, let B buy, and wake A: three servers agreed that the lock is B's, and nobody asked them again.",
        vi: "Đóng băng A sau khi xem, đợi phiên hết hạn, cho B mua, rồi đánh thức A: ba máy chủ đã đồng ý khoá là của B, nhưng không ai hỏi lại họ.",
      },
    },
  },
  {
    id: "zookeeper-fenced",
    group: "consensus",
    server: "zookeeper",
    title: { en: "ZooKeeper with czxid as fence", vi: "ZooKeeper, lấy czxid làm hàng rào" },
    promise: {
      en: "The same lock, and the row refuses whoever comes with an older czxid.",
      vi: "Vẫn khoá ấy, và dòng từ chối ai đến với czxid cũ hơn.",
    },
    notes: [
      {
        en: "The row is shown the number before the look. Checked only with the write, an older holder could still slip in between a newer one's look and its write.",
        vi: "Dòng được cho thấy con số trước khi xem. Nếu chỉ kiểm tra lúc ghi, người giữ cũ vẫn có thể chen vào giữa lúc xem và lúc ghi của người mới.",
      },
    ],
    sourcePath: "server/strategies/zookeeper-fenced.ts",
    expected: "sold-once",
    faults: {
      "spam-click": "sold-once",
      "holder-killed": "sold-once",
      "holder-paused": "sold-once",
      "slow-work": "sold-once",
      "leader-killed": "sold-once",
      "leader-frozen": "sold-once",
      "minority-cut": "sold-once",
      "majority-lost": "sold-none",
      "session-expired": "sold-once",
      "server-clock-moved": "sold-once",
    },
    game: {
      breakable: false,
      why: {
        en: "Whoever is granted the lock next has a higher czxid and shows it to the row first. From then on the sleeper's number is too low.",
        vi: "Ai được cấp khoá tiếp theo có czxid cao hơn và cho dòng thấy trước. Từ đó số của người ngủ là quá thấp.",
      },
    },
  },
];
