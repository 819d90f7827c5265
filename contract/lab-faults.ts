/** What can be done to a race. Every one is real: signals to processes, cut links, stopped servers. */
import type { Localized } from "./language";

export const FAULT_IDS = [
  "spam-click",
  "holder-killed",
  "holder-killed-no-ttl",
  "holder-paused",
  "slow-work",
  "foreign-release",
  "paused-in-release",
  "no-backoff",
  "failover",
  "failover-other-replica",
  "redlock-1-frozen",
  "redlock-2-frozen",
  "redlock-3-frozen",
  "paused-in-vote",
  "redis-gone",
  "clock-jump",
  "leader-killed",
  "leader-frozen",
  "minority-cut",
  "majority-lost",
  "session-expired",
  "server-clock-moved",
] as const;
export type FaultId = (typeof FAULT_IDS)[number];

/** A third buyer comes while a second is at work. */
export const NEEDS_THREE: readonly FaultId[] = ["foreign-release", "paused-in-release"];

export interface Fault {
  id: FaultId;
  title: Localized;
  /** What the lab does, in one or two sentences. */
  what: Localized;
  /** Needed for it besides the strategy's servers. */
  program?: "faketime";
}

export const FAULTS: readonly Fault[] = [
  {
    id: "spam-click",
    title: { en: "Spam-click", vi: "Bấm liên tục" },
    what: {
      en: "Every buyer clicks five times at once.",
      vi: "Mỗi người mua bấm năm lần cùng lúc.",
    },
  },
  {
    id: "holder-killed",
    title: { en: "Holder killed", vi: "Tiến trình giữ khoá bị giết" },
    what: {
      en: "The first buyer's process gets SIGKILL between looking and writing. The others come at once, and a last one after the lock's time to live.",
      vi: "Tiến trình của người mua đầu tiên nhận SIGKILL giữa lúc xem và lúc ghi. Những người khác đến ngay, và một người cuối cùng đến sau khi khoá hết hạn.",
    },
  },
  {
    id: "holder-killed-no-ttl",
    title: { en: "Holder killed, lock without TTL", vi: "Giết tiến trình, khoá không có TTL" },
    what: {
      en: "The same, but the lock was taken without a time to live: nothing ever removes it.",
      vi: "Như trên, nhưng khoá được lấy mà không có TTL: không gì gỡ nó ra nữa.",
    },
  },
  {
    id: "holder-paused",
    title: { en: "Holder paused beyond the TTL", vi: "Tiến trình giữ khoá ngừng lâu hơn TTL" },
    what: {
      en: "The first buyer's process gets SIGSTOP just before it writes, the others come after the lock has lapsed, then SIGCONT lets it write. A garbage collection or a suspended machine does the same.",
      vi: "Tiến trình của người đầu tiên nhận SIGSTOP ngay trước khi ghi, những người khác đến sau khi khoá hết hạn, rồi SIGCONT cho nó ghi tiếp. Bộ gom rác hay một máy bị treo cũng gây ra y như vậy.",
    },
  },
  {
    id: "slow-work",
    title: { en: "Work slower than the TTL", vi: "Việc lâu hơn TTL" },
    what: {
      en: "The first buyer thinks for two and a half times the lock's time to live. Its process is alive all the while.",
      vi: "Người đầu tiên suy nghĩ lâu gấp hai lần rưỡi TTL của khoá. Tiến trình vẫn sống suốt thời gian đó.",
    },
  },
  {
    id: "foreign-release",
    title: { en: "Someone else's lock released", vi: "Nhả nhầm khoá của người khác" },
    what: {
      en: "The first buyer outlives its lock, a second takes it, then the first one's card is declined and it releases “its” lock. A third comes while the second is still at work.",
      vi: "Người thứ nhất giữ lâu hơn hạn khoá, người thứ hai lấy được khoá, rồi thẻ của người thứ nhất bị từ chối và nó nhả khoá “của mình”. Người thứ ba đến khi người thứ hai còn đang làm.",
    },
  },
  {
    id: "paused-in-release",
    title: { en: "Paused in the middle of the release", vi: "Ngừng giữa lúc nhả khoá" },
    what: {
      en: "The first buyer's card is declined, and its process gets SIGSTOP just before it deletes its lock. The lock lapses, a second buyer takes it, SIGCONT lets the first go on. A third comes while the second is still at work.",
      vi: "Thẻ của người thứ nhất bị từ chối, và tiến trình nhận SIGSTOP ngay trước khi xoá khoá. Khoá hết hạn, người thứ hai lấy được, rồi SIGCONT cho người thứ nhất làm tiếp. Người thứ ba đến khi người thứ hai còn đang làm.",
    },
  },
  {
    id: "no-backoff",
    title: { en: "Retry without backoff", vi: "Thử lại không nghỉ" },
    what: {
      en: "Whoever waits for the lock asks again at once, without a pause. Watch the Redis commands.",
      vi: "Ai đợi khoá thì hỏi lại ngay, không nghỉ. Hãy nhìn số lệnh Redis.",
    },
  },
  {
    id: "failover",
    title: { en: "Failover", vi: "Chuyển sang bản sao" },
    what: {
      en: "The link to the replica is cut, the first buyer locks on the primary, the primary gets SIGKILL and the replica, which never saw the lock, is promoted.",
      vi: "Đường nối tới bản sao bị cắt, người đầu tiên khoá trên máy chính, máy chính nhận SIGKILL và bản sao, vốn chưa hề thấy khoá, lên thay.",
    },
  },
  {
    id: "failover-other-replica",
    title: { en: "Failover to the other replica", vi: "Bản sao kia lên thay" },
    what: {
      en: "There are two replicas, and the link to one is cut. The first buyer locks; the connected replica has the lock too. The primary gets SIGKILL, the replica that was cut off is promoted, and the one that knew the lock becomes its copy.",
      vi: "Có hai bản sao, và đường nối tới một bản bị cắt. Người đầu tiên khoá; bản sao còn nối cũng có khoá. Máy chính nhận SIGKILL, bản sao từng bị cắt lên thay, còn bản biết về khoá thì trở thành bản chép của nó.",
    },
  },
  {
    id: "redlock-1-frozen",
    title: { en: "1 of 5 nodes frozen", vi: "1 trong 5 nút đóng băng" },
    what: { en: "One Redlock node gets SIGSTOP.", vi: "Một nút Redlock nhận SIGSTOP." },
  },
  {
    id: "redlock-2-frozen",
    title: { en: "2 of 5 nodes frozen", vi: "2 trong 5 nút đóng băng" },
    what: {
      en: "Two Redlock nodes get SIGSTOP: three are left, just the quorum.",
      vi: "Hai nút Redlock nhận SIGSTOP: còn ba nút, vừa đủ đa số.",
    },
  },
  {
    id: "redlock-3-frozen",
    title: { en: "3 of 5 nodes frozen", vi: "3 trong 5 nút đóng băng" },
    what: {
      en: "Three Redlock nodes get SIGSTOP: no quorum is left.",
      vi: "Ba nút Redlock nhận SIGSTOP: không còn đủ đa số.",
    },
  },
  {
    id: "paused-in-vote",
    title: { en: "Paused during the vote", vi: "Ngừng giữa lúc bỏ phiếu" },
    what: {
      en: "The first buyer asks all five nodes and gets SIGSTOP before it has read their answers. Its lock lapses on all of them, a second buyer takes it, then SIGCONT: the first reads five old yeses.",
      vi: "Người thứ nhất hỏi cả năm nút và nhận SIGSTOP trước khi đọc câu trả lời. Khoá của nó hết hạn ở mọi nút, người thứ hai lấy được, rồi SIGCONT: người thứ nhất đọc năm lời đồng ý đã cũ.",
    },
  },
  {
    id: "redis-gone",
    title: { en: "Redis gone", vi: "Mất Redis" },
    what: {
      en: "The lab's Redis gets SIGKILL before the burst.",
      vi: "Redis của phòng thí nghiệm nhận SIGKILL trước khi cuộc đua bắt đầu.",
    },
  },
  {
    id: "clock-jump",
    title: { en: "The client's clock jumps", vi: "Đồng hồ máy khách nhảy" },
    what: {
      en: "Between lock and write the first buyer's wall clock is set back an hour, and its work outlasts the lock. It is the clock its process reads that is moved, not the machine's own.",
      vi: "Giữa lúc khoá và lúc ghi, đồng hồ của người đầu tiên bị lùi một giờ, và việc của nó lâu hơn hạn khoá. Chỉ đồng hồ mà tiến trình ấy đọc bị dời, không phải đồng hồ của máy.",
    },
  },
  {
    id: "leader-killed",
    title: { en: "Leader killed", vi: "Giết máy dẫn đầu" },
    what: {
      en: "While the first buyer holds the lock, the server that leads the three gets SIGKILL. The other two elect another, the others come, and the first goes on.",
      vi: "Trong lúc người đầu tiên giữ khoá, máy chủ dẫn đầu ba máy nhận SIGKILL. Hai máy còn lại bầu máy khác, những người khác đến, và người đầu tiên làm tiếp.",
    },
  },
  {
    id: "leader-frozen",
    title: { en: "Leader frozen", vi: "Máy dẫn đầu đóng băng" },
    what: {
      en: "The same with SIGSTOP: the leader keeps its connections open and answers nobody.",
      vi: "Như trên với SIGSTOP: máy dẫn đầu vẫn giữ kết nối nhưng không trả lời ai.",
    },
  },
  {
    id: "minority-cut",
    title: { en: "1 of 3 servers cut off", vi: "1 trong 3 máy bị cắt" },
    what: {
      en: "While the first buyer holds the lock, nothing passes any more between the server that leads and the other two. Its clients still reach it. The two elect another, the others come, and the first goes on.",
      vi: "Trong lúc người đầu tiên giữ khoá, giữa máy dẫn đầu và hai máy kia không còn gì đi qua. Máy khách vẫn tới được nó. Hai máy kia bầu máy khác, những người khác đến, và người đầu tiên làm tiếp.",
    },
  },
  {
    id: "majority-lost",
    title: { en: "2 of 3 servers lost", vi: "Mất 2 trong 3 máy" },
    what: {
      en: "Two of the three servers get SIGSTOP before the burst: no majority is left.",
      vi: "Hai trong ba máy chủ nhận SIGSTOP trước cuộc đua: không còn đa số.",
    },
  },
  {
    id: "session-expired",
    title: { en: "Session expired while at work", vi: "Phiên hết hạn giữa lúc làm việc" },
    what: {
      en: "The cable between the first buyer's process and the servers is cut while it thinks. Its session expires there, another buys the seat, and then the first goes on, awake all the time.",
      vi: "Dây nối giữa tiến trình của người đầu tiên và các máy chủ bị cắt lúc nó đang suy nghĩ. Phiên của nó hết hạn ở đó, người khác mua ghế, rồi người đầu tiên làm tiếp, tỉnh táo suốt thời gian ấy.",
    },
  },
  {
    id: "server-clock-moved",
    title: { en: "A server's clock is moved", vi: "Đồng hồ máy chủ bị dời" },
    what: {
      en: "While the first buyer holds the lock, the clock of the Redis that keeps it is set an hour ahead; of five nodes that of one, and two more could not be reached by the first buyer. ZooKeeper's clocks are set ahead on all three servers. The others come, and then the first goes on.",
      vi: "Trong lúc người đầu tiên giữ khoá, đồng hồ của Redis giữ khoá bị chỉnh sớm một giờ; với năm nút thì chỉ một nút, và hai nút khác thì người đầu tiên không tới được. ZooKeeper bị chỉnh trên cả ba máy. Những người khác đến, rồi người đầu tiên làm tiếp.",
    },
    program: "faketime",
  },
];
