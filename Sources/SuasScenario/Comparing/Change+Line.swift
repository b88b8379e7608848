import CEL
import YAML

extension Change {
  /// The change in one line: what was added, removed, or is another value now.
  var line: (text: String, color: TextStyle.Color) {
    switch (old, new) {
    case (let old?, let new?): ("~ \(path): \(old.yaml) → \(new.yaml)", .yellow)
    case (let old?, nil): ("- \(path): \(old.yaml)", .red)
    case (nil, let new): ("+ \(path): \(new?.yaml ?? "nothing")", .green)
    }
  }
}
