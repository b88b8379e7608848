/// A boxed error for a refused action: refusals are rare, and a large result would slow down every
/// dispatch.
package final class Refusal {
  package let error: ActionError

  package init(_ error: ActionError) {
    self.error = error
  }
}
