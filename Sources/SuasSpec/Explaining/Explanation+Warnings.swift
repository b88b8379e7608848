/// What `check` warns of: a file that is sound and yet hardly means what it says.
extension Explanation {
  package static let warnings: [Explanation] = []
}
