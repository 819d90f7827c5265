import { type Lesson, race, right, wrong } from "../lesson";

export const someoneElsesLock: Lesson = {
  slug: "someone-elses-lock",
  title: { en: "Releasing someone else's lock", vi: "Nhả khoá của người khác" },
  idea: {
    en: "Before you release a lock, ask whether it is still yours, and ask and release in one step.",
    vi: "Trước khi nhả khoá, hãy hỏi nó còn là của mình không, và hỏi với nhả phải là một bước.",
  },
  story: {
    en: [
      "Buyer one takes the lock and is delayed until its lock has lapsed. Buyer two takes the lock, as it should. Now buyer one comes back to life, its card is declined, and in its `finally` it does what every careful program does: it releases the lock. `DEL lock:A1`.",
      "Buyer two is still at work. Then a third one comes.",
    ],
    vi: [
      "Người thứ nhất lấy khoá rồi bị chậm tới mức khoá hết hạn. Người thứ hai lấy khoá, đúng như phải thế. Giờ người thứ nhất sống lại, thẻ bị từ chối, và trong `finally` nó làm điều mọi chương trình cẩn thận đều làm: nhả khoá. `DEL lock:A1`.",
      "Người thứ hai vẫn đang làm. Rồi người thứ ba đến.",
    ],
  },
  predict: {
    ask: {
      en: "Which lock does buyer one delete?",
      vi: "Người thứ nhất xoá khoá của ai?",
    },
    choices: [
      wrong({
        en: "Its own, which has lapsed: nothing happens.",
        vi: "Của nó, đã hết hạn rồi: không sao cả.",
      }),
      wrong({
        en: "None: Redis refuses, it is not the owner.",
        vi: "Không của ai: Redis từ chối vì nó không phải chủ.",
      }),
      right({ en: "Buyer two's.", vi: "Của người thứ hai." }),
    ],
    run: race(["redis-lock-article", "foreign-release"], ["redis-lock", "foreign-release"], { buyers: 6 }),
  },
  see: [
    {
      text: {
        en: "Find the grey release block of the first buyer. With the cinema article's lock it has just removed the second buyer's lock, and the next one walks in.",
        vi: "Hãy tìm khối xám nhả khoá của người thứ nhất. Với khoá của bài viết về rạp phim, nó vừa gỡ khoá của người thứ hai, và người kế tiếp bước vào.",
      },
      lights: { side: 1, lanes: "first", steps: ["release"], moments: ["lock"] },
    },
    {
      text: {
        en: "In the lock done right the same release finds: it was no longer ours. Nothing is removed, and the others keep waiting.",
        vi: "Ở khoá làm cho đúng, cũng lần nhả ấy thấy: không còn là của mình. Không gì bị gỡ, và những người khác tiếp tục đợi.",
      },
      lights: { side: 2, lanes: "first", steps: ["release"], moments: ["lock"] },
    },
    {
      text: {
        en: "Light the release in both sources: `DEL` on one side, a small script on the other.",
        vi: "Hãy thắp sáng chỗ nhả khoá trong hai mã nguồn: một bên là `DEL`, bên kia là một đoạn script nhỏ.",
      },
      lights: { steps: ["release"] },
    },
  ],
  why: {
    en: [
      "For `DEL` a key is a key. It does not know who asks. So the lock's value must say whose lock it is, and the release must compare before it deletes.",
      "Compare with `GET`, then delete with `DEL`? That is check, then act: the race of lesson 1 again. Between the two commands the lock can lapse and be taken by another, and the `DEL` hits theirs. Redis runs a Lua script as one step, with nothing in between: if the value is mine, delete it.",
      "The value must be random, and new for every attempt. And whoever never got the lock has nothing to release: the release belongs inside, after the yes.",
    ],
    vi: [
      "Với `DEL` thì khoá nào cũng như khoá nào. Nó không biết ai đang hỏi. Vậy giá trị của khoá phải nói khoá của ai, và khi nhả phải so rồi mới xoá.",
      "So bằng `GET`, rồi xoá bằng `DEL`? Đó là kiểm tra rồi mới làm: lại cuộc đua của bài 1. Giữa hai lệnh, khoá có thể hết hạn và người khác lấy mất, và `DEL` trúng khoá của họ. Redis chạy một script Lua như một bước, không gì chen vào được: nếu giá trị là của tôi thì xoá.",
      "Giá trị phải ngẫu nhiên, mỗi lượt một khác. Và ai chưa từng lấy được khoá thì không có gì để nhả: lệnh nhả nằm bên trong, sau câu trả lời có.",
    ],
  },
  corrections: {
    en: [
      "The cinema article writes the buyer's own id as the lock's value and never compares it. Even compared, it would not do: an id can be guessed, and one person with two open tabs is one id with two attempts, each of which could release the other's lock.",
      "A widely copied pattern wraps acquiring and releasing in one `try … finally`. It then releases also when the lock was refused, which with a plain `DEL` means: every refused buyer unlocks the door for the next.",
    ],
    vi: [
      "Bài viết về rạp phim ghi mã người mua làm giá trị của khoá và không bao giờ so. Mà có so cũng không đủ: mã thì đoán được, và một người mở hai thẻ trình duyệt là một mã với hai lượt mua, lượt này có thể nhả khoá của lượt kia.",
      "Một lối viết hay bị chép lại bọc cả lấy khoá lẫn nhả khoá trong một `try … finally`. Thế là bị từ chối cũng nhả, mà với `DEL` trần thì nghĩa là: mỗi người bị từ chối lại mở cửa cho người sau.",
    ],
  },
  question: {
    ask: {
      en: "With the article's lock, five buyers click five times each, and the lock's value is the buyer's own id. Can one buyer with five equal values sell the seat to themselves twice?",
      vi: "Với khoá của bài viết, năm người mỗi người bấm năm lần, và giá trị khoá là mã người mua. Một người với năm giá trị giống nhau có tự bán ghế cho mình hai lần được không?",
    },
    choices: [
      wrong({
        en: "Yes: to Redis they are the same holder.",
        vi: "Được: với Redis họ là cùng một người giữ.",
      }),
      right({ en: "No: one sale.", vi: "Không: một lần bán." }),
    ],
    run: race(["redis-lock-article", "spam-click"], null, { buyers: 5 }),
    answer: {
      en: [
        "One sale. `NX` does not care whose name is there, only that there is one. The weak value does its harm later, at the release, where equal names mean that one tab may open the other's lock.",
      ],
      vi: [
        "Một lần bán. `NX` không quan tâm tên ai đang ở đó, chỉ biết là đã có tên. Giá trị yếu gây hại về sau, lúc nhả khoá, khi hai tên giống nhau nghĩa là thẻ này mở được khoá của thẻ kia.",
      ],
    },
  },
};
