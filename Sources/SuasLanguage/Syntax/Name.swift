import SuasProgram
import YAML

/// A name, with its range in the file.
package struct Name: Sendable {
  package var text: String
  var range: SourceRange
}
