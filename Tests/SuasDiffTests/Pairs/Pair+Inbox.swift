/// An inbox with listeners and selectors.
extension Pair {
  /// Listeners, one of them with a reaction: all of the states can be tried.
  static let inbox = """
    suas: 1
    states:
      Inbox: { unread: int = 0, isMuted: bool = false, isFull: bool = false }
    actions: { Receive: {}, Read: {}, Mute: { isOn: bool }, Overflow: {} }
    internal: [Overflow]
    reducers:
      InboxReducer:
        state: Inbox
        stateKey: inbox
        on:
          Receive:
            - { increment: unread, when: unread < 3 }
          Read:
            - { set: unread, value: 0 }
            - { set: isFull, value: false }
          Mute:
            - { set: isMuted, value: "${action.isOn}" }
          Overflow:
            - { set: isFull, value: true }
    selectors:
      badge: { when: "!store.inbox.isMuted", value: "${store.inbox.unread}" }
    listeners:
      all: { stateKey: inbox }
      counted: { selector: badge, filter: changed }
      full:
        stateKey: inbox
        filter: new.unread == 3 && old.unread < 3
        do:
          - dispatch: Overflow
      more: { stateKey: inbox, filter: new.unread > old.unread }
    """

  static let listeners: [Pair] = [
    Pair("The same inbox", inbox, inbox, isWhole: true),
    // Handled without a change: reading nothing, muting, and the reaction to the third.
    Pair(
      "A filter that lets through what stays equal", inbox,
      replacing: "new.unread > old.unread", with: "new.unread >= old.unread",
      behaviour: [
        "1 Read: notification more", "1 Mute: notification more", "3 Receive: notification more",
      ]),
    Pair(
      "A filter that is written otherwise", inbox,
      replacing: "new.unread > old.unread", with: "new.unread - old.unread >= 1", isWhole: true),
    Pair(
      "A listener that is told of changes only", inbox,
      replacing: "all: { stateKey: inbox }", with: "all: { stateKey: inbox, filter: changed }",
      behaviour: ["1 Read: notification all", "1 Mute: notification all"]),
    Pair(
      "A listener that is gone", inbox,
      replacing: "\n  more: { stateKey: inbox, filter: new.unread > old.unread }", with: "",
      declared: ["unseen removed listener more"], isWhole: true),
    Pair(
      "A listener that is added", inbox, replacing: "listeners:",
      with: "listeners:\n  muted: { stateKey: inbox, filter: new.isMuted && !old.isMuted }",
      declared: ["unseen added listener muted"], isWhole: true),
    // The badge appears when the inbox is not muted any more, with another number.
    Pair(
      "A selector with another value", inbox,
      replacing: "${store.inbox.unread}", with: "${store.inbox.unread + 1}",
      declared: ["compatible value-changed selector badge"],
      // What its listener is told is a consequence.
      behaviour: ["0: selector badge"]),
    Pair(
      "A selector that is written otherwise", inbox,
      replacing: "${store.inbox.unread}", with: "${0 + store.inbox.unread}",
      declared: ["compatible value-changed selector badge"], isWhole: true),
    // The reaction is handled: the listener of all is told once more.
    Pair(
      "A reaction that comes one earlier", inbox,
      replacing: "new.unread == 3 && old.unread < 3", with: "new.unread == 2 && old.unread < 2",
      behaviour: [
        "2 Receive: state inbox.isFull, action Overflow, notification all, notification full"
      ]),
    // The listener itself is told in both.
    Pair(
      "A reaction that is gone", inbox, replacing: "\n    do:\n      - dispatch: Overflow",
      with: "",
      behaviour: ["3 Receive: state inbox.isFull, action Overflow, notification all"]),
    Pair(
      "A rule that counts though nothing changes", inbox,
      replacing: "- { increment: unread, when: unread < 3 }",
      with: "- { set: unread, value: \"${unread < 3 ? unread + 1 : unread}\" }",
      // At 3 it is handled now.
      behaviour: ["4 Receive: notification all"]),
    Pair(
      "A selector with another name", inbox, replacing: "badge", with: "mark",
      declared: ["breaking renamed selector badge"], isWhole: true),
  ]
}
