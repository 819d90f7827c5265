/** What others found of the same systems, beside what is found here: each with its source, and where we differ. */
import type { Localized } from "./language";

export interface PublishedFinding {
  who: string;
  about: Localized;
  found: Localized;
  here: Localized;
  /** Null for the articles this product began with, which the lab introduces on every page. */
  source: string | null;
}

export const PUBLISHED_FINDINGS: readonly PublishedFinding[] = [
  {
    who: "Jepsen (2020)",
    about: { en: "etcd 3.4.3", vi: "etcd 3.4.3" },
    found: {
      en: "No problem was found with keys and watches. Locks were found fundamentally unsafe: no lock with a lease can exclude a client that was paused, and a bug made it worse.",
      vi: "Không tìm thấy vấn đề gì với khoá–giá trị và watch. Còn lock thì không an toàn từ gốc: không lock nào dùng lease loại trừ được một máy khách bị ngừng, và một lỗi còn làm tệ hơn.",
    },
    here: {
      en: "The same for every lock with a time to live: the paused holder writes. A fence in the row that is written stops it, whichever server gave the lock.",
      vi: "Mọi khoá có hạn ở đây cũng vậy: người giữ bị ngừng vẫn ghi. Hàng rào đặt ngay trên dòng được ghi chặn được, bất kể máy chủ nào cấp khoá.",
    },
    source: "https://jepsen.io/analyses/etcd-3.4.3",
  },
  {
    who: "Jepsen (2020)",
    about: { en: "Redis-Raft 1b3fbf6", vi: "Redis-Raft 1b3fbf6" },
    found: {
      en: "21 issues in development builds, among them lost updates by a split brain and the loss of all data at a failover; all but one were repaired.",
      vi: "21 lỗi trong các bản đang phát triển, có cả mất cập nhật vì chia não và mất sạch dữ liệu khi chuyển máy; tất cả trừ một lỗi đã được sửa.",
    },
    here: {
      en: "Not run: it never became part of Redis. Here are plain Redis, a replica, and five nodes that vote.",
      vi: "Không chạy: nó chưa bao giờ là một phần của Redis. Ở đây có Redis thường, một bản sao, và năm nút bỏ phiếu.",
    },
    source: "https://jepsen.io/analyses/redis-raft-1b3fbf6",
  },
  {
    who: "Kyle Kingsbury (2013)",
    about: { en: "Redis with Sentinel", vi: "Redis với Sentinel" },
    found: {
      en: "A partition made Redis throw away 56 % of the writes it had acknowledged.",
      vi: "Một lần chia cắt mạng làm Redis vứt đi 56 % số lệnh ghi mà nó đã xác nhận.",
    },
    here: {
      en: "One lost write is enough, if it is the lock. “Failover” loses exactly that one, every time; with WAIT it takes a second replica. The loss of many writes is not measured here.",
      vi: "Mất một lệnh ghi là đủ, nếu đó là khoá. “Chuyển sang bản sao” làm mất đúng lệnh đó, lần nào cũng vậy; có WAIT thì cần thêm một bản sao nữa. Ở đây không đo chuyện mất nhiều lệnh ghi.",
    },
    source: "https://aphyr.com/posts/283-jepsen-redis",
  },
  {
    who: "Kyle Kingsbury (2014)",
    about: { en: "RabbitMQ as a lock", vi: "RabbitMQ dùng làm khoá" },
    found: {
      en: "A queue with one message is no mutex: a partition, or a consumer that is only slow, lets two have it.",
      vi: "Hàng đợi chứa một tin nhắn không phải là khoá loại trừ: mạng bị chia cắt, hay một người nhận chỉ chậm thôi, là hai người cùng có.",
    },
    here: {
      en: "No queue is used as a lock here. It gives the order, and the write carries its own condition: a writer that was replaced and wakes up sells nothing.",
      vi: "Ở đây không dùng hàng đợi làm khoá. Nó cho thứ tự, còn lệnh ghi tự mang điều kiện: người ghi đã bị thay mà tỉnh lại thì không bán được gì.",
    },
    source: "https://aphyr.com/posts/315-jepsen-rabbitmq",
  },
  {
    who: "Martin Kleppmann (2016)",
    about: { en: "Redlock, pauses and fences", vi: "Redlock, ngừng và hàng rào" },
    found: {
      en: "A pause or a jumping clock lets an old holder write; a fencing token, checked where the data is, stops it.",
      vi: "Ngừng lâu hay đồng hồ nhảy khiến người giữ cũ vẫn ghi được; mã hàng rào, kiểm tra ngay nơi chứa dữ liệu, sẽ chặn lại.",
    },
    here: {
      en: "Both the same. The clock as he draws it: the first buyer reaches three of five nodes, the clock of one of those is set ahead, and the next buyer has a majority too. The client's own clock fools no lock that measures by a monotonic one.",
      vi: "Cả hai đều giống hệt. Đồng hồ đúng như ông vẽ: người đầu tiên tới được ba trong năm nút, đồng hồ của một nút trong đó bị chỉnh sớm, và người sau cũng có đa số. Đồng hồ của chính máy khách thì không lừa được khoá đo bằng đồng hồ đơn điệu.",
    },
    source: "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html",
  },
  {
    who: "Salvatore Sanfilippo (2016)",
    about: { en: "In defence of Redlock", vi: "Bênh vực Redlock" },
    found: {
      en: "The validity is checked again after the votes, so delays before that do no harm; fences are rarely to be had.",
      vi: "Thời hạn được kiểm tra lại sau khi bỏ phiếu nên chậm trễ trước đó không gây hại; hàng rào thì hiếm khi có sẵn.",
    },
    here: {
      en: "Both are right about what they speak of: a pause in the vote is harmless for the lock written here, and breaks a published package that does not look again; a pause after it is harmful for both. Where there is a row to write, there is a fence.",
      vi: "Ai cũng đúng với điều mình nói: ngừng trong lúc bỏ phiếu không hại gì cho khoá viết ở đây, nhưng phá được một gói phổ biến không kiểm tra lại; ngừng sau đó thì hại cả hai. Đã có dòng để ghi là có hàng rào.",
    },
    source: "http://antirez.com/news/101",
  },
  {
    who: "Hermitage (Martin Kleppmann)",
    about: { en: "Isolation levels in Postgres", vi: "Các mức cô lập trong Postgres" },
    found: {
      en: "Read committed, the default, lets an update be lost; repeatable read does not.",
      vi: "Read committed, mức mặc định, để mất cập nhật; repeatable read thì không.",
    },
    here: {
      en: "The naive sale is that lost update. A conditional update needs no higher level: the row is looked at again once its lock is had.",
      vi: "Cách bán ngây thơ chính là cập nhật bị mất đó. Lệnh cập nhật có điều kiện không cần mức cao hơn: dòng được xem lại ngay khi có khoá.",
    },
    source: "https://github.com/ept/hermitage",
  },
  {
    who: "The articles",
    about: { en: "Their own tables", vi: "Bảng của chính các bài viết" },
    found: {
      en: "100 requests: naive 99 double bookings, row lock and Redis lock none. Safety of a Redis lock “medium”, of Redlock and advisory locks “high”, of ZooKeeper “very high”.",
      vi: "100 yêu cầu: ngây thơ 99 lần bán trùng, khoá dòng và khoá Redis không lần nào. Độ an toàn của khoá Redis “trung bình”, của Redlock và advisory lock “cao”, của ZooKeeper “rất cao”.",
    },
    here: {
      en: "Without a fault the same. With one, the words say nothing: Redlock breaks under the same pause as one Redis, and an advisory lock of the transaction under none of these faults.",
      vi: "Không có lỗi thì giống hệt. Có lỗi thì những chữ ấy chẳng nói lên gì: Redlock vỡ với cùng một lần ngừng như một Redis, còn advisory lock mức giao dịch không vỡ với lỗi nào ở đây.",
    },
    source: null,
  },
];
