import { type Lesson, race, right, wrong } from "../lesson";

export const theBank: Lesson = {
  slug: "the-bank",
  title: { en: "The bank's lost update", vi: "Cập nhật bị mất của ngân hàng" },
  idea: {
    en: "Two withdrawals that both read 1,000 leave a balance that is true for one of them.",
    vi: "Hai lần rút cùng đọc thấy 1.000 để lại một số dư chỉ đúng với một lần.",
  },
  story: {
    en: [
      "An account has 1,000. Two withdrawals come at the same moment, one of 200 and one of 300. Each reads the balance, subtracts, and writes the result back. Both read 1,000. One writes 800, the other 700. Whoever writes last wins, and the other withdrawal was never there: the account says 700, or 800, and 500 went out of the door.",
      "A seat is the same account with a balance of one. Reading “free” is reading 1,000; writing “sold” is writing the difference. The seat sold twice is the withdrawal that was lost, only that here someone stands in front of it with a ticket.",
    ],
    vi: [
      "Một tài khoản có 1.000. Hai lần rút đến cùng lúc, một lần 200 và một lần 300. Lần nào cũng đọc số dư, trừ đi, rồi ghi kết quả lại. Cả hai đọc thấy 1.000. Một bên ghi 800, bên kia ghi 700. Ai ghi sau thì thắng, còn lần rút kia coi như chưa từng có: tài khoản báo 700, hoặc 800, trong khi 500 đã ra khỏi cửa.",
      "Ghế cũng là tài khoản ấy với số dư bằng một. Đọc thấy “trống” là đọc thấy 1.000; ghi “đã bán” là ghi phần còn lại. Ghế bán hai lần chính là lần rút bị mất, chỉ khác là ở đây có người cầm vé đứng trước nó.",
    ],
  },
  predict: {
    ask: {
      en: "Two buyers, and both think a little between reading and writing. How often is the seat sold: without a lock on one side, with a row lock on the other?",
      vi: "Hai người mua, cả hai đều nghĩ một chút giữa lúc đọc và lúc ghi. Ghế bán mấy lần: một bên không khoá, một bên khoá dòng?",
    },
    choices: [
      wrong({
        en: "Once on both sides: two are too few for a race.",
        vi: "Cả hai bên một lần: hai người thì chưa đủ để đua.",
      }),
      right({ en: "Twice without, once with the lock.", vi: "Không khoá thì hai lần, có khoá thì một lần." }),
      wrong({ en: "Twice on both sides.", vi: "Cả hai bên hai lần." }),
    ],
    run: race("naive", "row-lock", { buyers: 2, instances: 2, thinkMs: 300 }),
  },
  see: [
    {
      text: {
        en: "On the left both lanes look before either writes: two readings of the same 1,000.",
        vi: "Bên trái, cả hai làn đều xem trước khi bên nào ghi: hai lần đọc cùng một con số 1.000.",
      },
      lights: { side: 1, steps: ["check"] },
    },
    {
      text: {
        en: "On the right the second look is a long block: it waits until the first has committed, and reads what is left.",
        vi: "Bên phải, lần xem thứ hai là một khối dài: nó đợi tới khi bên thứ nhất commit, rồi đọc phần còn lại.",
      },
      lights: { side: 2, steps: ["check", "commit"] },
    },
  ],
  why: {
    en: [
      "What is lost is not a write but a reading: the second withdrawal computes from a balance that is no longer true. So either nobody may read in between (a lock, held from the reading to the writing), or the writing must not depend on the reading: `SET balance = balance - 200 WHERE balance >= 200` subtracts from whatever is there. With either, the account ends at 500, in both orders.",
      "Where the lock begins matters. A transaction that was begun before the lock was had may read the past: under REPEATABLE READ it sees the account as it was when it began, lock or no lock. **Begin the transaction inside the lock**, or let the database do the locking.",
      "REPEATABLE READ and SERIALIZABLE help in another way: they refuse the second write, with an error that the program must expect and answer by doing the whole thing again.",
    ],
    vi: [
      "Thứ bị mất không phải lần ghi mà là lần đọc: lần rút thứ hai tính từ một số dư không còn đúng. Vậy hoặc là không ai được đọc chen vào (khoá, giữ từ lúc đọc tới lúc ghi), hoặc là việc ghi không được dựa vào việc đọc: `SET balance = balance - 200 WHERE balance >= 200` trừ vào bất cứ số nào đang có. Cách nào cũng đưa tài khoản về 500, theo cả hai thứ tự.",
      "Khoá bắt đầu từ đâu là điều quan trọng. Giao dịch bắt đầu trước khi có khoá có thể đọc quá khứ: ở REPEATABLE READ nó thấy tài khoản như lúc nó bắt đầu, có khoá hay không. **Hãy bắt đầu giao dịch bên trong khoá**, hoặc để cơ sở dữ liệu lo việc khoá.",
      "REPEATABLE READ và SERIALIZABLE giúp theo cách khác: chúng từ chối lần ghi thứ hai bằng một lỗi mà chương trình phải biết trước, và đáp lại bằng cách làm lại từ đầu.",
    ],
  },
  corrections: {
    en: [
      "The article with this example says that the account ends at 700. It ends at 700 or at 800, depending on who writes last; only the 500 with a lock does not depend on it.",
      "It locks for three seconds, tries for four, and works for one. That holds while the work takes one second. What happens when it takes four is [lesson 7](/lab/lessons/longer-than-the-lock).",
    ],
    vi: [
      "Bài viết có ví dụ này nói tài khoản còn 700. Nó còn 700 hoặc 800, tuỳ ai ghi sau; chỉ số 500 khi có khoá là không tuỳ vào đâu.",
      "Bài ấy khoá ba giây, thử trong bốn giây, và làm việc một giây. Như thế đúng khi việc chỉ mất một giây. Nếu nó mất bốn giây thì sao là [bài 7](/lab/lessons/longer-than-the-lock).",
    ],
  },
  question: {
    ask: {
      en: "A lock in the memory of the program (`lock`, `synchronized`), and two server processes. The account has 1,000. What does it say afterwards?",
      vi: "Khoá trong bộ nhớ chương trình (`lock`, `synchronized`), và hai tiến trình máy chủ. Tài khoản có 1.000. Sau đó nó còn bao nhiêu?",
    },
    choices: [
      wrong({ en: "500: there is a lock.", vi: "500: có khoá mà." }),
      right({
        en: "700 or 800, if each withdrawal met another process.",
        vi: "700 hoặc 800, nếu mỗi lần rút gặp một tiến trình.",
      }),
      wrong({ en: "1,000: both are refused.", vi: "1.000: cả hai bị từ chối." }),
    ],
    run: race("process-lock", null, { buyers: 6, instances: 2, thinkMs: 300 }),
    answer: {
      en: [
        "Each process has a lock of its own, and each lock lets one in. The run shows it with the seat: two processes, two sales. Set the processes to one and the same code is right, which is why it passes every test on one's own machine.",
      ],
      vi: [
        "Mỗi tiến trình có khoá riêng, và mỗi khoá cho một người vào. Lần chạy cho thấy điều đó với cái ghế: hai tiến trình, hai lần bán. Đặt còn một tiến trình thì chính đoạn mã ấy đúng, vì thế nó qua mọi lần thử trên máy mình.",
      ],
    },
  },
};
