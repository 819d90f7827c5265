import { type Lesson, race, right, wrong } from "../lesson";

export const failoverAndRedlock: Lesson = {
  slug: "failover-and-redlock",
  title: { en: "Failover and Redlock", vi: "Chuyển máy và Redlock" },
  idea: {
    en: "A replica may not have heard of the lock. A majority has.",
    vi: "Bản sao có thể chưa nghe về cái khoá. Đa số thì có.",
  },
  story: {
    en: [
      "One Redis can break, so people give it a replica that takes over. But Redis answers first and tells its replica afterwards. A lock granted just before the primary dies may never have arrived.",
      "Here the link to the replica is cut, the first buyer takes the lock on the primary, the primary gets SIGKILL, and the replica is promoted.",
      "**Redlock** is an answer to that: five independent Redis nodes that do not copy from each other. One asks all five for the lock and has it if a majority, three, said yes in good time.",
    ],
    vi: [
      "Một Redis thì có thể hỏng, nên người ta cho nó một bản sao để lên thay. Nhưng Redis trả lời trước rồi mới báo cho bản sao. Cái khoá được cấp ngay trước khi máy chính chết có thể chưa bao giờ tới nơi.",
      "Ở đây đường nối tới bản sao bị cắt, người đầu tiên lấy khoá trên máy chính, máy chính nhận SIGKILL, và bản sao lên thay.",
      "**Redlock** là một câu trả lời: năm nút Redis độc lập, không sao chép của nhau. Xin khoá ở cả năm, và có khoá nếu đa số, tức ba nút, đồng ý kịp lúc.",
    ],
  },
  predict: {
    ask: {
      en: "On one side the failover. On the other Redlock, with two of its five nodes frozen. Who sells the seat twice?",
      vi: "Một bên là chuyển máy. Bên kia là Redlock với hai trong năm nút bị đóng băng. Bên nào bán ghế hai lần?",
    },
    choices: [
      right({ en: "Only the failover.", vi: "Chỉ bên chuyển máy." }),
      wrong({ en: "Only Redlock: two nodes are missing.", vi: "Chỉ Redlock: thiếu hai nút mà." }),
      wrong({ en: "Both.", vi: "Cả hai." }),
    ],
    run: race(["redis-lock", "failover"], ["redlock", "redlock-2-frozen"], { buyers: 10 }),
  },
  see: [
    {
      text: {
        en: "On the left, after the dashed line, a second buyer gets a yes for a lock that the first one still holds in good faith. The new primary has never heard of it.",
        vi: "Bên trái, sau đường đứt, người thứ hai được cấp chính cái khoá mà người thứ nhất vẫn đang thật thà giữ. Máy chính mới chưa từng nghe về nó.",
      },
      lights: { side: 1, steps: ["acquire"], found: true, moments: ["incidents", "lock"] },
    },
    {
      text: {
        en: "On the right every question for the lock takes longer: the two frozen nodes are waited for, a few dozen milliseconds each time, and then counted as no. Three yeses are enough.",
        vi: "Bên phải, mỗi lần xin khoá lâu hơn: phải đợi hai nút đóng băng, mỗi lần vài chục mili giây, rồi tính là không. Ba lời đồng ý là đủ.",
      },
      lights: { side: 2, steps: ["acquire"] },
    },
  ],
  why: {
    en: [
      "Any two majorities of five have at least one node in common. That node would have to say yes twice, and it does not. So no two clients hold the lock at once, as long as clocks run at about the same speed and nobody sleeps.",
      "Time is part of the deal. The vote itself takes time, and what is left of the time to live afterwards is all the lock is worth. It is measured on a clock that cannot be set, and asked **again after the votes**. Whoever did not win releases on all nodes, also on those that did not answer: the lock may be there and only the answer lost.",
      "**The debate.** In 2016 Martin Kleppmann wrote that Redlock is too much for one purpose and too little for the other. If a lock only saves work, and a rare double does no harm, one Redis is simpler. If correctness hangs on it, Redlock does not give it: a client can pause after it was granted the lock, clocks can jump, and Redlock offers no number that a fence could check.",
      "Salvatore Sanfilippo, who wrote Redis and Redlock, answered. Clocks need not agree, they only have to run at about the same speed, which well-run machines do. A pause **before** the end of the vote is noticed, because the time is measured again. A pause **after** it hurts every lock that can expire, not just this one. And a store that can check an ever-growing number can often do without the lock, or check the lock's random value instead.",
      "Both have a point, and they agree on more than it seems: no lock with a time to live protects you from your own long pause. What remains is a choice. To save work, take the simple lock. To be correct, let the place you write to decide, whatever lock stands before it.",
    ],
    vi: [
      "Hai đa số bất kỳ trong năm nút luôn có ít nhất một nút chung. Nút đó sẽ phải đồng ý hai lần, mà nó thì không. Vậy không bao giờ hai máy khách cùng giữ khoá, miễn là đồng hồ chạy nhanh chậm như nhau và không ai ngủ.",
      "Thời gian là một phần của giao kèo. Bỏ phiếu cũng tốn thời gian, và phần hạn còn lại sau đó là tất cả giá trị của khoá. Nó được đo bằng đồng hồ không ai chỉnh được, và được hỏi **lại sau khi bỏ phiếu**. Ai không thắng thì nhả ở mọi nút, kể cả nút không trả lời: có thể khoá đã nằm đó, chỉ câu trả lời bị lạc.",
      "**Cuộc tranh luận.** Năm 2016 Martin Kleppmann viết rằng Redlock thừa cho việc này và thiếu cho việc kia. Nếu khoá chỉ để đỡ tốn công, đôi khi trùng cũng không hại, thì một Redis đơn giản hơn. Nếu sự đúng đắn treo vào nó, Redlock không cho được: máy khách có thể ngủ sau khi được cấp khoá, đồng hồ có thể nhảy, và Redlock không đưa ra con số nào cho hàng rào kiểm tra.",
      "Salvatore Sanfilippo, người viết Redis và Redlock, trả lời. Đồng hồ không cần khớp nhau, chỉ cần chạy nhanh chậm gần như nhau, máy được chăm sóc tử tế thì được. Ngủ **trước khi** bỏ phiếu xong thì bị phát hiện, vì thời gian được đo lại. Ngủ **sau đó** thì hại mọi loại khoá có hạn, đâu riêng gì khoá này. Và một nơi lưu trữ kiểm tra được con số tăng dần thì thường chẳng cần khoá, hoặc kiểm tra luôn giá trị ngẫu nhiên của khoá.",
      "Cả hai đều có lý, và họ đồng ý với nhau nhiều hơn vẻ ngoài: không khoá có hạn nào cứu bạn khỏi cơn ngủ dài của chính mình. Còn lại là lựa chọn. Để đỡ tốn công, hãy dùng khoá đơn giản. Để đúng, hãy để nơi bị ghi vào quyết định, dù trước nó là khoá gì.",
    ],
  },
  corrections: {
    en: [
      "Five is the number of nodes, called N. The quorum is three, more than half of N. The articles on distributed locks mix the two up.",
      "Not every library keeps the rule. With nodes frozen, two popular Redlock libraries for Node.js reported a lock as held that had already expired; a third does so unless its commands are given a time-out, and a fourth hangs on a frozen node without one. The Redlock in this lab is a page of code, written by hand, and you can read it here.",
      "The articles rank locks by speed: half a millisecond for one Redis, 3 to 5 for Redlock, and so on, without saying how that was measured. Press [Run all strategies](/lab) and read your own numbers.",
    ],
    vi: [
      "Năm là số nút, gọi là N. Số phiếu cần có (quorum) là ba, tức hơn nửa N. Các bài viết về khoá phân tán lẫn lộn hai số này.",
      "Không phải thư viện nào cũng giữ luật. Khi các nút đóng băng, hai thư viện Redlock phổ biến cho Node.js báo đang giữ khoá trong khi khoá đã hết hạn; thư viện thứ ba cũng vậy nếu không đặt thời hạn cho lệnh, và thư viện thứ tư thì treo ở nút đóng băng. Redlock trong phòng thí nghiệm này dài một trang, viết tay, và bạn đọc được ngay ở đây.",
      "Các bài viết xếp hạng khoá theo tốc độ: nửa mili giây cho một Redis, 3 tới 5 cho Redlock, vân vân, mà không nói đo thế nào. Hãy bấm [Chạy mọi cách bán](/lab) và đọc số của chính bạn.",
    ],
  },
  question: {
    ask: {
      en: "And with three of the five nodes frozen?",
      vi: "Còn nếu ba trong năm nút đóng băng?",
    },
    choices: [
      wrong({ en: "The remaining two decide: sold once.", vi: "Hai nút còn lại quyết: bán một lần." }),
      wrong({ en: "Nothing is safe any more: sold twice.", vi: "Không còn an toàn: bán hai lần." }),
      right({ en: "Nobody gets the seat.", vi: "Không ai mua được ghế." }),
    ],
    run: race(["redlock", "redlock-3-frozen"], null, { buyers: 10 }),
    answer: {
      en: [
        "Two yeses are no majority, so everyone is refused and the seat stays unsold. That is the right way to fail: without a majority the lock gives up liveness, never safety.",
      ],
      vi: [
        "Hai lời đồng ý không phải đa số, nên ai cũng bị từ chối và ghế không bán được. Hỏng như thế là hỏng đúng cách: không có đa số thì khoá bỏ sự sống còn, không bao giờ bỏ sự an toàn.",
      ],
    },
  },
  withServer: {
    server: "etcd",
    ask: {
      en: "etcd keeps the lock on three nodes that copy from each other and vote on every write. The leader gets SIGKILL while the first buyer holds the lock. Is the lock forgotten, as in the failover above?",
      vi: "etcd giữ khoá trên ba nút sao chép của nhau và bỏ phiếu cho mỗi lần ghi. Máy dẫn đầu nhận SIGKILL khi người đầu tiên đang giữ khoá. Khoá có bị quên như lần chuyển máy ở trên không?",
    },
    choices: [
      wrong({ en: "Yes: sold twice.", vi: "Có: bán hai lần." }),
      right({ en: "No: sold once.", vi: "Không: bán một lần." }),
      wrong({ en: "Nobody can buy without the leader.", vi: "Không có máy dẫn đầu thì không ai mua được." }),
    ],
    run: race(["etcd", "leader-killed"], ["etcd", "majority-lost"], { buyers: 6 }),
    answer: {
      en: [
        "A write counts only when a majority has it, and only a node that has everything a majority agreed on can be elected. So the next leader knows the lock: that is the difference to a replica that is told afterwards. On the other side two of three are gone, and nobody gets the seat. What a vote cannot do is in [lesson 9](/lab/lessons/the-long-pause): it does not wake a sleeper.",
      ],
      vi: [
        "Một lần ghi chỉ được tính khi đa số đã có nó, và chỉ nút có đủ mọi điều đa số đã đồng ý mới được bầu. Vì thế máy dẫn đầu kế tiếp biết về cái khoá: đó là chỗ khác với bản sao chỉ được báo sau. Ở bên kia, hai trong ba máy đã mất, và không ai mua được ghế. Điều bỏ phiếu không làm được nằm ở [bài 9](/lab/lessons/the-long-pause): nó không đánh thức được người ngủ.",
      ],
    },
  },
};
