import type { RecentChangeKind } from "../live-show/recent-changes";
import { defineMessages } from "./define-messages";

/** What the seat picker tells a buyer who did something, or to whom something happened. */
export const noticeMessages = defineMessages(
  {
    recentChanges: {
      title: "Just now",
      empty: "Quiet in the room. Whatever others do appears here.",
      sentence: (kind: RecentChangeKind, seats: string) =>
        ({
          sold: `${seats} sold`,
          held: `${seats} held`,
          freed: `${seats} free again`,
          closed: `${seats} closed`,
        })[kind],
      many: (seats: string, more: number) => `${seats} and ${more} more`,
    },
    notice: {
      taken: (seats: string, count: number) =>
        count === 1 ? `${seats} was just taken.` : `${seats} were just taken.`,
      isHeld: (seat: string) => `${seat} is held by someone else.`,
      isSold: (seat: string) => `${seat} is sold.`,
      isTicket: (seat: string) => `${seat} is already yours.`,
      isBlocked: (seat: string) => `${seat} is not for sale.`,
      offers: "Nearest free:",
      take: (seats: string, price: string) => `Take ${seats}, ${price}`,
      begun: "This show has begun. Its seats are no longer sold.",
      tooMany: (limit: number) => `You can hold up to ${limit} seats for one show.`,
      bestHeld: (seats: string, tries: number) =>
        tries === 1 ? `${seats}: held for you.` : `${seats}: held for you, after ${tries} tries.`,
      bestApart: (count: number, seats: string) =>
        `No ${count} seats side by side are left. Close together: ${seats}.`,
      bestNone: (count: number) =>
        count === 1 ? "There is no such seat left." : `There are no ${count} such seats left.`,
      extended: "You have more time.",
      holdAgain: "Hold them again",
      lapsed: (seats: string) => `Time is up: ${seats} went back on sale.`,
      lost: "No answer came. We are checking what happened.",
      offline: "You are not connected. Seats can be held again in a moment.",
      holdOver: "That hold has ended. Please pick again.",
      rateLimited: "That was very fast. Please wait a moment.",
      tooManyHeld:
        "Many seats of this show are already held from your network. Please try again in a few minutes.",
      unavailable: "Nothing can be sold right now. Please try again shortly.",
      dismiss: "Dismiss",
    },
    banner: {
      reconnecting: "Connection lost. Reconnecting…",
      reconnectingText: "Seats cannot be held meanwhile. What you hold stays yours while its time runs.",
      gone: "This show is no longer on sale.",
      degraded: "Running without our fast lane.",
      degradedText: "Picking may take a moment longer. No seat is sold twice.",
      down: "Nothing can be sold right now.",
      downText: "The box office will be back shortly; this page notices by itself.",
    },
    announce: {
      left: (seconds: number) => `${seconds} seconds left to keep your seats.`,
      yours: (seats: string) => `${seats}: yours.`,
      released: (seats: string) => `${seats}: let go.`,
    },
  },
  {
    recentChanges: {
      title: "Vừa xong",
      empty: "Phòng đang yên ắng. Người khác làm gì sẽ hiện ở đây.",
      sentence: (kind, seats) =>
        ({
          sold: `${seats} đã bán`,
          held: `${seats} có người giữ`,
          freed: `${seats} trống trở lại`,
          closed: `${seats} ngừng bán`,
        })[kind],
      many: (seats, more) => `${seats} và ${more} ghế khác`,
    },
    notice: {
      taken: (seats) => `${seats} vừa có người chọn mất.`,
      isHeld: (seat) => `Người khác đang giữ ${seat}.`,
      isSold: (seat) => `${seat} đã bán.`,
      isTicket: (seat) => `${seat} đã là của bạn.`,
      isBlocked: (seat) => `${seat} không mở bán.`,
      offers: "Ghế trống gần nhất:",
      take: (seats, price) => `Chọn ${seats}, ${price}`,
      begun: "Suất chiếu đã bắt đầu, không còn bán ghế.",
      tooMany: (limit) => `Bạn chỉ giữ được tối đa ${limit} ghế cho một suất chiếu.`,
      bestHeld: (seats, tries) =>
        tries === 1 ? `Đã giữ ${seats} cho bạn.` : `Đã giữ ${seats} cho bạn sau ${tries} lần thử.`,
      bestApart: (count, seats) => `Không còn ${count} ghế liền nhau. Ghế gần nhau: ${seats}.`,
      bestNone: (count) =>
        count === 1 ? "Không còn ghế nào như vậy." : `Không còn đủ ${count} ghế như vậy.`,
      extended: "Bạn có thêm thời gian.",
      holdAgain: "Giữ lại những ghế này",
      lapsed: (seats) => `Hết giờ: ${seats} đã được mở bán lại.`,
      lost: "Không có hồi âm. Chúng tôi đang kiểm tra.",
      offline: "Bạn đang mất kết nối. Có kết nối lại là giữ ghế được.",
      holdOver: "Lượt giữ ghế đó đã hết. Vui lòng chọn lại.",
      rateLimited: "Bạn thao tác nhanh quá. Vui lòng đợi một chút.",
      tooManyHeld:
        "Từ mạng của bạn đã có nhiều ghế của suất chiếu này được giữ. Vui lòng thử lại sau ít phút.",
      unavailable: "Hiện chưa thể bán vé. Vui lòng thử lại sau giây lát.",
      dismiss: "Ẩn",
    },
    banner: {
      reconnecting: "Mất kết nối. Đang kết nối lại…",
      reconnectingText:
        "Tạm thời chưa giữ được ghế. Ghế bạn đang giữ vẫn là của bạn chừng nào còn thời gian.",
      gone: "Suất chiếu này không còn bán vé.",
      degraded: "Hệ thống đang chạy thiếu làn nhanh.",
      degradedText: "Chọn ghế có thể chậm hơn một chút. Không ghế nào bị bán hai lần.",
      down: "Hiện chưa thể bán vé.",
      downText: "Quầy vé sẽ sớm trở lại; trang này tự cập nhật.",
    },
    announce: {
      left: (seconds) => `Ghế còn được giữ ${seconds} giây.`,
      yours: (seats) => `${seats}: của bạn.`,
      released: (seats) => `${seats}: đã bỏ.`,
    },
  },
);

export type NoticeText = (typeof noticeMessages)["en"];
