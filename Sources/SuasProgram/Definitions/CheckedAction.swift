/// An action type; its id is its index among the spec's actions.
package struct CheckedAction: Sendable {
  package let id: Int
  package let name: String
  package let payload: RecordType

  package init(id: Int, name: String, payload: RecordType) {
    self.id = id
    self.name = name
    self.payload = payload
  }
}
