import SuasProgram
import YAML

/// A name, with its range in the file.
package struct Name: Sendable {
  package var text: String
  package var range: SourceRange
}
