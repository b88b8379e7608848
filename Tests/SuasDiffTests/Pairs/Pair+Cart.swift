/// A cart, whose lines have a limit.
extension Pair {
  static let cart = """
    suas: 1
    constants:
      most: int = 2
    types:
      Line:
        id: string
        count: int = 1
    states:
      Cart:
        lines: list(Line) = []
        coupon: string? = null
    actions:
      Add: { id: string }
      Remove: { id: string }
      SetCoupon: { coupon: string? }
      Empty: {}
    reducers:
      CartReducer:
        state: Cart
        stateKey: cart
        on:
          Add:
            - if: lines.exists(l, l.id == action.id)
              then:
                - update: lines
                  where: item.id == action.id && item.count < most
                  do:
                    - increment: item.count
              else:
                - append: lines
                  value: { id: "${action.id}" }
          Remove:
            - remove: lines
              where: item.id == action.id
          SetCoupon:
            - set: coupon
              value: ${action.coupon}
          Empty:
            - clear: lines
            - clear: coupon
    """

  static let carts: [Pair] = [
    Pair(
      "A number in a list that goes one further", cart,
      replacing: "item.count < most", with: "item.count <= most",
      behaviour: ["3 Add: state cart.lines.count"]),
    Pair(
      "A limit for elements", cart, replacing: "most: int = 2", with: "most: int = 3",
      declared: ["unseen value-changed constant most"],
      behaviour: ["3 Add: state cart.lines.count"]),
    Pair(
      "Not all are others, instead of some is", cart,
      replacing: "lines.exists(l, l.id == action.id)",
      with: "${!lines.all(l, l.id != action.id)}"),
    Pair(
      "The branches exchanged with the condition", cart,
      replacing: """
        - if: lines.exists(l, l.id == action.id)
                  then:
                    - update: lines
                      where: item.id == action.id && item.count < most
                      do:
                        - increment: item.count
                  else:
                    - append: lines
                      value: { id: "${action.id}" }
        """,
      with: """
        - if: lines.all(l, l.id != action.id)
                  then:
                    - append: lines
                      value: { id: "${action.id}" }
                  else:
                    - update: lines
                      where: item.id == action.id && item.count < most
                      do:
                        - increment: item.count
        """),
    Pair(
      "Lines that are not joined any more", cart,
      replacing: "lines.exists(l, l.id == action.id)", with: "false",
      behaviour: ["2 Add: state cart.lines"]),
    Pair(
      "Keeping what does not match", cart,
      replacing: "- remove: lines\n          where: item.id == action.id\n",
      with: "- keep: lines\n          where: item.id != action.id\n"),
    // A text that no line has: the old one keeps all, the new one removes them. It needs one line,
    // as the other way round does.
    Pair(
      "Removing the others", cart,
      replacing: "- remove: lines\n          where: item.id == action.id\n",
      with: "- remove: lines\n          where: item.id != action.id\n",
      behaviour: ["2 Remove: state cart.lines"]),
    Pair(
      "A field that is not cleared", cart, replacing: "\n        - clear: coupon", with: "",
      behaviour: ["2 Empty: state cart.coupon"]),
    Pair(
      "Clearing both in another order", cart,
      replacing: "- clear: lines\n        - clear: coupon",
      with: "- clear: coupon\n        - set: lines\n          value: []"),
    Pair(
      "Clearing with a reset", cart, replacing: "- clear: lines\n        - clear: coupon",
      with: "- reset: state"),
    Pair(
      "A new line at the start", cart, replacing: "- append: lines", with: "- prepend: lines",
      behaviour: ["2 Add: state cart.lines.id"]),
    Pair(
      "A start value for the elements", cart, replacing: "count: int = 1", with: "count: int = 0",
      declared: ["compatible default-changed field count of Line"],
      behaviour: ["1 Add: state cart.lines.count"]),
  ]
}
