import { type Lesson, race, right, wrong } from "../lesson";

export const theLongPause: Lesson = {
  slug: "the-long-pause",
  title: { en: "The long pause and the fence", vi: "Cơn ngủ dài và hàng rào" },
  idea: {
    en: "A lock cannot stop someone who was asleep when it lapsed. The place that is written to can.",
    vi: "Khoá không ngăn được người ngủ quên khi nó hết hạn. Chỗ bị ghi vào thì ngăn được.",
  },
  story: {
    en: [
      "A process can stand still at any line, for any length of time, without knowing it: a garbage collection, a busy machine, a virtual machine that is moved, a laptop lid. When it goes on, it believes that no time has passed.",
      "In this lesson the holder gets SIGSTOP after its last look at the lock, just before it writes. Its lock lapses. Others come and one of them buys the seat. Then SIGCONT: the holder wakes, and its next line is the write.",
    ],
    vi: [
      "Một tiến trình có thể đứng im ở bất cứ dòng nào, bao lâu cũng được, mà không hề biết: gom rác, máy bận, máy ảo bị dời đi, nắp laptop gập lại. Khi chạy tiếp, nó tưởng thời gian chưa trôi.",
      "Trong bài này, người giữ khoá nhận SIGSTOP sau lần nhìn khoá cuối cùng, ngay trước khi ghi. Khoá của nó hết hạn. Người khác đến và một người mua ghế. Rồi SIGCONT: nó tỉnh dậy, và dòng kế tiếp là lệnh ghi.",
    ],
  },
  predict: {
    ask: {
      en: "The lock is the one done right: random owner, owner-checked release, renewal whose answer is read. Is that enough?",
      vi: "Đây là khoá đã làm cho đúng: chủ ngẫu nhiên, nhả có hỏi chủ, gia hạn có đọc câu trả lời. Đủ chưa?",
    },
    choices: [
      wrong({ en: "Yes: the renewal notices the loss first.", vi: "Đủ: gia hạn sẽ biết mất khoá trước." }),
      right({ en: "No: the seat is sold twice.", vi: "Chưa: ghế bị bán hai lần." }),
      wrong({
        en: "It is enough if one looks at the lock once more before writing.",
        vi: "Đủ, nếu trước khi ghi nhìn khoá thêm lần nữa.",
      }),
    ],
    run: race(["redis-lock", "holder-paused"], ["fenced-lock", "holder-paused"], { buyers: 6 }),
  },
  see: [
    {
      text: {
        en: "The first lane: a long silence between two dashed lines, SIGSTOP and SIGCONT. In the middle of it another buyer gets the seat.",
        vi: "Làn đầu tiên: một quãng lặng dài giữa hai đường đứt, SIGSTOP và SIGCONT. Ở giữa, người khác mua mất ghế.",
      },
      lights: { lanes: "first", moments: ["incidents", "first sale"] },
    },
    {
      text: {
        en: "On the left the sleeper's write goes through. On the right it comes back with: no row changed.",
        vi: "Bên trái, lệnh ghi của người ngủ lọt qua. Bên phải, nó trở về với: không sửa dòng nào.",
      },
      lights: { lanes: "first", steps: ["write"] },
    },
    {
      text: {
        en: "Point at the blocks named **take a fence number**: the sleeper has a lower number than the one who came after it.",
        vi: "Hãy chỉ vào các khối **lấy số hàng rào**: người ngủ có số thấp hơn người đến sau.",
      },
      lights: { side: 2, steps: ["fence"] },
    },
  ],
  why: {
    en: [
      "Looking at the lock once more does not help: the pause can fall after that look, too. Between any look and the write there is a gap, and you cannot see a gap you sleep through. This is lesson 1 once more, one level higher.",
      "So the judge must be the one who is awake: the database. Every grant of the lock comes with a number that only grows, a **fencing token**. The write carries its number, and the row refuses any number that is not the newest it has given out. The sleeper comes with 33, the row has seen 34, and the answer is no.",
      "With the fence the lock has changed its job. It keeps the crowd away and saves work. It is no longer what safety hangs on: it may lapse, vanish or have two holders, and the seat is still sold once.",
      "Where the number comes from decides everything. In this lab it comes from the row that checks it.",
    ],
    vi: [
      "Nhìn khoá thêm một lần cũng vô ích: cơn ngủ có thể ập đến sau lần nhìn ấy. Giữa mọi lần nhìn và lệnh ghi đều có kẽ hở, và không ai thấy được kẽ hở mà mình đã ngủ qua. Vẫn là bài 1, ở một tầng cao hơn.",
      "Vậy người phân xử phải là người còn thức: cơ sở dữ liệu. Mỗi lần cấp khoá kèm theo một con số chỉ có tăng, gọi là **số hàng rào (fencing token)**. Lệnh ghi mang theo số của mình, và dòng từ chối mọi số không phải số mới nhất nó đã cấp. Người ngủ đến với số 33, dòng đã thấy 34, và câu trả lời là không.",
      "Có hàng rào rồi, khoá đổi việc. Nó giữ cho đám đông ở ngoài và đỡ tốn công. An toàn không còn treo vào nó nữa: nó có thể hết hạn, biến mất hay có hai người giữ, ghế vẫn chỉ bán một lần.",
      "Con số lấy từ đâu là điều quyết định. Trong phòng thí nghiệm này nó lấy từ chính dòng kiểm tra nó.",
    ],
  },
  corrections: {
    en: [
      "One of the articles on distributed locks keeps the token in a static counter inside the program. Two processes then count from one each, and the numbers say nothing about each other: that is no fence.",
      "A number from Redis `INCR` looks better, until Redis loses its memory: it counts from 1 again, the row has seen 34, and from then on refuses everyone. The seat cannot be sold any more. A number from a sequence taken **after** the lock can be newer than the lock it stands for. The store that checks the number should be the one that gives it out.",
      "Locks in etcd and ZooKeeper are built with more care, and rank as very safe in the articles' tables. A paused client breaks them in the same way. They hand out a number that grows with each grant; it only helps if the place you write to checks it.",
    ],
    vi: [
      "Một trong các bài viết về khoá phân tán giữ con số trong một bộ đếm tĩnh của chương trình. Hai tiến trình thì mỗi bên đếm từ một, và các con số chẳng nói gì về nhau: đó không phải hàng rào.",
      "Lấy số bằng `INCR` của Redis trông khá hơn, cho tới khi Redis mất bộ nhớ: nó đếm lại từ 1, dòng đã thấy 34, và từ đó từ chối tất cả. Ghế không bán được nữa. Số lấy từ một sequence **sau khi** có khoá thì có thể mới hơn cái khoá mà nó đại diện. Nơi kiểm tra con số nên là nơi cấp nó.",
      "Khoá trong etcd và ZooKeeper được làm cẩn thận hơn, và bảng của các bài viết xếp chúng vào loại rất an toàn. Một máy khách ngủ quên phá chúng y như vậy. Chúng có cấp một con số tăng dần theo mỗi lần giữ; nó chỉ có ích khi nơi bạn ghi vào chịu kiểm tra.",
    ],
  },
  question: {
    ask: {
      en: "Five independent Redis nodes instead of one, and a majority must agree to the lock (Redlock). The holder sleeps in the same way. Is the seat sold once?",
      vi: "Năm nút Redis độc lập thay vì một, phải được đa số đồng ý mới có khoá (Redlock). Người giữ cũng ngủ như thế. Ghế có bán đúng một lần không?",
    },
    choices: [
      wrong({ en: "Yes: five cannot all be wrong.", vi: "Có: năm nút không thể cùng sai." }),
      right({ en: "No, twice again.", vi: "Không, lại hai lần." }),
    ],
    run: race(["redlock", "holder-paused"], null, { buyers: 6 }),
    answer: {
      en: [
        "Twice. The five nodes did nothing wrong: the lock lapsed on all of them, as it should, and the next buyer got it. Who was wrong is the sleeper, and more nodes do not wake it. What Redlock is good for, and the argument about it, is the next lesson.",
      ],
      vi: [
        "Hai lần. Năm nút không làm gì sai: khoá hết hạn trên cả năm, đúng như phải thế, và người kế tiếp lấy được. Sai là ở người ngủ, mà thêm nút thì cũng không đánh thức được họ. Redlock giỏi việc gì, và cuộc tranh luận về nó, là bài kế tiếp.",
      ],
    },
  },
  withServer: {
    server: "etcd",
    ask: {
      en: "Three etcd nodes agree by majority, and forget nothing. The holder's lease runs out while it sleeps, the three give the lock to another, and then the holder wakes, just before its write. On the left the lock alone, on the right the same lock with its revision as a fence. What do they sell?",
      vi: "Ba nút etcd đồng ý theo đa số, và không quên gì. Lease của người giữ hết hạn lúc nó ngủ, ba nút trao khoá cho người khác, rồi người giữ tỉnh dậy, ngay trước lệnh ghi. Bên trái chỉ có khoá, bên phải là khoá ấy với revision làm hàng rào. Chúng bán mấy lần?",
    },
    choices: [
      wrong({ en: "Once and once: a majority cannot be wrong.", vi: "Một và một: đa số không thể sai." }),
      right({ en: "Twice and once.", vi: "Hai và một." }),
      wrong({ en: "Twice and twice.", vi: "Hai và hai." }),
    ],
    run: race(["etcd", "holder-paused"], ["etcd-fenced", "holder-paused"], { buyers: 6 }),
    answer: {
      en: [
        "The majority was right: the lock is the other one's. The sleeper did not ask it again, it had asked already. Its write goes to the database, which knows nothing of etcd, unless the write carries the number that etcd gave with the lock and the row has seen a higher one. ZooKeeper has such a number too, `czxid`, and the same two strategies stand in [the lab](/lab?strategy=zookeeper&fault=holder-paused&buyers=6).",
      ],
      vi: [
        "Đa số đã đúng: khoá là của người kia. Người ngủ không hỏi lại, vì nó đã hỏi rồi. Lệnh ghi của nó đi tới cơ sở dữ liệu, nơi không biết gì về etcd, trừ khi lệnh ghi mang theo con số etcd đã cấp cùng khoá và dòng đã thấy số cao hơn. ZooKeeper cũng có con số như thế, `czxid`, và hai cách bán tương tự có trong [phòng thí nghiệm](/lab?strategy=zookeeper&fault=holder-paused&buyers=6).",
      ],
    },
  },
};
