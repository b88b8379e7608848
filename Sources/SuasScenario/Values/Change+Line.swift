import CEL
import YAML

extension Change {
  /// The change in one line: the value that was added or removed, or the old and the new one.
  package var line: (text: String, color: TextStyle.Color) {
    switch (old, new) {
    case (let old?, let new?): ("~ \(path): \(old.yaml) → \(new.yaml)", .yellow)
    case (let old?, nil): ("- \(path): \(old.yaml)", .red)
    case (nil, let new): ("+ \(path): \(new?.yaml ?? "nothing")", .green)
    }
  }
}
