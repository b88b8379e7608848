import Foundation
import Testing

/// The mutants of `specs/` that no scenario kills, each with the reason.
@Suite struct RemainingMutantsTests {
  /// A reason for which mutants of a line are not killed.
  struct Explanation: Sendable {
    let spec: String
    let kind: String
    /// The line at which the mutants begin, without the blanks around it: of an entry that is the only
    /// one, the line of the key above.
    let line: String
    let reason: String
    let count: Int

    init(_ spec: String, _ kind: String, _ line: String, _ reason: String, count: Int = 1) {
      self.spec = "specs/\(spec)/\(spec).yaml"
      self.kind = kind
      self.line = line
      self.reason = reason
      self.count = count
    }
  }

  /// The reason for promises that no scenario can break, as the rules do not: `explore` tries to.
  private static let promise = "no action breaks it, which 'explore' judges and not a scenario"

  static let explanations: [Explanation] = [
    .init(
      "chat", "drop-effect-setting", "key: action.conversation",
      "one conversation is open at a time, and the effect of the one before is cancelled"),
    .init(
      "chat", "drop-effect-setting", "latest: true",
      "the effect is cancelled before it is dispatched again"),
    .init(
      "chat", "swap-steps", "- cancel: Listen", "the reducer does not look at what is pending"),
    .init(
      "chat", "swap-steps", "- dispatch: Listen",
      "an effect is only started, and the guard of the other step does not look at it"),
    .init(
      "chat", "swap-steps", "- dispatch: ConnectionChanged",
      "the guards of the two steps exclude each other"),
    .init("chat", "drop-promise", "invariants:", promise),
    .init(
      "checkout", "drop-promise",
      "SetCount: { sku: string, count: { type: int, where: self <= 100 } }",
      "the field of the item that is set promises the same"),
    .init(
      "checkout", "drop-promise", #"CorrectCity: { city: { type: string, where: self != "" } }"#,
      "the field of the address that is set promises the same"),
    .init("checkout", "drop-promise", "invariants:", promise),
    .init(
      "feed", "swap-steps", "- dispatch: LoadingStarted",
      "the effect is only started, and the action does not look at it", count: 2),
    .init(
      "kanban", "exchange-value",
      #"- fail: { code: limit-reached, message: "'${column.name}' is full" }"#,
      "the column is the one whose name the action gives"),
    .init(
      "kanban", "drop-promise",
      "ids-are-unique: size(store.Board.columns.ids()) == size(store.Board.columns.ids().distinct())",
      promise),
    .init("kanban", "drop-promise", "no-card-is-lost:", promise),
    .init("kanban", "drop-promise", "cards-are-removed-one-at-a-time:", promise),
    .init(
      "login", "change-constant",
      #"Authorization: Bearer ${store.Account.session.?active.token.orValue("")}"#,
      "middleware stops the request where there is no session"),
    .init(
      "login", "change-constant",
      #"refreshToken: ${store.Account.session.?active.refreshToken.orValue("")}"#,
      "middleware stops the request where there is no session"),
    .init(
      "login", "swap-steps", "- dispatch: RefreshToken",
      "the guards of the two steps exclude each other"),
    .init(
      "notes", "drop-promise",
      #"every-note-is-in-the-tree: size(store.Notes.notes.subtree("root")) == size(store.Notes.notes)"#,
      promise),
    .init("notes", "drop-promise", "transitions:", promise),
    .init(
      "search-cities", "exchange-value", #"when: action.text == """#,
      "the rule before it has set the query to this text"),
    .init(
      "search-cities", "swap-steps", "- dispatch: Searching",
      "the effect waits for quiet, and the action does not look at it"),
    .init(
      "search-cities", "swap-steps", "- next", "the reducer does not look at effects"),
    .init(
      "shopping-cart", "drop-promise",
      "price: { type: int, description: In cents, where: self > 0 }", "no action changes a price"),
    .init("shopping-cart", "drop-promise", "stock: { type: int, where: self >= 0 }", promise),
    .init("shopping-cart", "drop-promise", "where: self.all(id, self[id] > 0)", promise),
    .init(
      "shopping-cart", "drop-promise",
      "percentOff: { type: int, default: 0, where: self >= 0 && self <= 100 }",
      "no action adds a coupon, and those of the spec keep the promise"),
    .init(
      "shopping-cart", "drop-promise", "quantity: { type: int, default: 1, where: self > 0 }",
      "the field of the cart that is set promises the same"),
    .init(
      "shopping-cart", "drop-promise", "total-is-never-negative: store.Cart.total >= 0", promise),
    .init(
      "shopping-cart", "drop-promise",
      "coupons-only-take-off: store.Cart.total <= store.Cart.subtotal", promise),
    .init(
      "shopping-cart", "drop-promise",
      "an-empty-cart-costs-nothing: size(store.Cart.quantities) > 0 || store.Cart.subtotal == 0",
      promise),
    .init("shopping-cart", "drop-promise", "transitions:", promise),
    .init(
      "sign-up", "drop-promise",
      "only-the-first-step-goes-without-email: has(store.SignUp.step.account) || store.SignUp.email != null",
      promise),
    .init("sign-up", "drop-promise", "transitions:", promise),
    .init(
      "text-editor", "exchange-value",
      "value: ${regex.extractAll(store.Document.text, action.pattern)}",
      "the rule before it has set the field to this pattern"),
    .init("text-editor", "drop-promise", "invariants:", promise),
    .init(
      "todo-with-settings", "change-default", "textColor: Color = white",
      "the initial state of the reducer is laid over the default"),
  ]

  @Test("The scenarios of specs kill nine of ten mutants, and each remaining one is explained")
  func remaining() throws {
    // The search tells survivors from undecided mutants only; both are not killed.
    let result = try Program.run(
      ["mutate", "specs", "--mutation-min", "90", "--max-attempts", "1", "--report", "json:-"],
      in: packageRoot)
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    var found: [String: Int] = [:]
    for (file, content) in report.files {
      let lines = content.source.split(separator: "\n", omittingEmptySubsequences: false)
      for mutant in content.mutants where mutant.status != "Killed" {
        let line = lines[mutant.location.start.line - 1].trimmingCharacters(in: .whitespaces)
        found["\(file): \(mutant.mutatorName): \(line)", default: 0] += 1
      }
    }
    var explained: [String: Int] = [:]
    for item in Self.explanations {
      explained["\(item.spec): \(item.kind): \(item.line)", default: 0] += item.count
    }
    for (mutant, count) in found.sorted(by: { $0.key < $1.key }) {
      let known = explained[mutant] ?? 0
      #expect(known == count, "\(mutant): \(count) mutants are not killed, \(known) explained")
    }
    for (mutant, _) in explained.sorted(by: { $0.key < $1.key }) where found[mutant] == nil {
      Issue.record("\(mutant): explained, and killed or not there")
    }
  }

  private struct Report: Decodable {
    struct File: Decodable {
      let source: String
      let mutants: [Mutant]
    }
    struct Mutant: Decodable {
      let mutatorName: String
      let status: String
      let location: Place
    }
    struct Place: Decodable { let start: Position }
    struct Position: Decodable { let line: Int }

    let files: [String: File]
  }
}
