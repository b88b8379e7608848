/// Why an action was refused, in a box: few are, and carrying it costs every dispatch.
package final class Refusal {
  package let error: ActionError

  package init(_ error: ActionError) {
    self.error = error
  }
}
